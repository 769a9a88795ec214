/**
 * Operations that users may look for but that do not exist, each with an alternative. They are not in the types, the
 * completion or the reference. A call to one throws an error with the alternative.
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
