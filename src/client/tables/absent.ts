/**
 * Operations that users may look for but that do not exist, each with an alternative. They are not in the types, the
 * completion or the reference. A call to one throws an error with the alternative.
 */
export const absent: Readonly<Record<string, string>> = {
  'addresses.update': 'use beyond.addresses.update',
  'recordings.create': 'record a call with calling.record, or a compat conference',
  'recordings.update': 'recordings cannot be changed; use recordings.get or recordings.delete',
  'short_codes.create': 'short codes are leased from the platform, not created through the API',
  'short_codes.delete': 'the lease of a short code ends through the platform, not the API',
  'imported_numbers.list': 'use phone_numbers.list, which includes imported numbers',
  'fabric.cxml_applications.create':
    'use compat.applications.create, then phone_numbers.set_cxml_application, which creates the resource',
};
