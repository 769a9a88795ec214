/**
 * Operations that somebody may look for and that do not exist, each with the way to what they want. They are in no type,
 * no completion and no reference; calling one all the same says this.
 */
export const absent: Readonly<Record<string, string>> = {
  'addresses.update': 'the specification offers none; beyond.addresses.update changes an address',
  'recordings.create': 'a recording is made by recording a call: calling.record, or a compat conference',
  'recordings.update': 'a recording cannot be changed; fetch it or delete it',
  'short_codes.create': 'a short code is leased from the platform, not made over the API',
  'short_codes.delete': 'a short code is given back through the platform, not over the API',
  'imported_numbers.list': 'imported numbers are listed with the others: phone_numbers.list',
  'fabric.cxml_applications.create':
    'create the application with compat.applications.create; binding a number to it (phone_numbers.set_cxml_application) makes the resource',
};
