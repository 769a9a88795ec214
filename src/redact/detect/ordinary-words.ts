/**
 * Whether a text is a word of HTTP or of an encoding. Code has these words next to credentials, and recordings need
 * them, so a text search for one of them would damage both.
 */
export const isOrdinaryWord = (text: string): boolean => WORDS.has(text.toLowerCase()) || MEDIA_TYPES.test(text);

const WORDS: ReadonlySet<string> = new Set([
  ...'get put post head patch delete options connect trace'.split(' '),
  ...'http https bearer basic digest'.split(' '),
  ...'utf8 utf-8 utf16 utf-16 utf16le utf-16le ucs2 ucs-2 latin1 binary ascii us-ascii iso-8859-1 windows-1252'.split(
    ' ',
  ),
  ...'base32 base64 base64url hex gzip deflate br zstd identity compress chunked'.split(' '),
  ...'md5 sha1 sha256 sha384 sha512 sha-1 sha-256 sha-384 sha-512'.split(' '),
  ...'hs256 hs384 hs512 rs256 rs384 rs512 es256 es384 es512 ps256 ps384 ps512 eddsa'.split(' '),
  ...'client_credentials authorization_code refresh_token access_token id_token'.split(' '),
  ...'accept accept-charset accept-encoding accept-language accept-ranges access-control-allow-origin age allow'.split(
    ' ',
  ),
  ...'authorization cache-control connection content-disposition content-encoding content-language'.split(' '),
  ...'content-length content-location content-range content-security-policy content-type cookie date etag'.split(' '),
  ...'expect expires forwarded from host idempotency-key if-match if-modified-since if-none-match if-range'.split(' '),
  ...'if-unmodified-since keep-alive last-modified link location origin pragma proxy-authenticate'.split(' '),
  ...'proxy-authorization range referer retry-after server set-cookie strict-transport-security te trailer'.split(' '),
  ...'transfer-encoding upgrade user-agent vary via www-authenticate x-api-key x-auth-token x-correlation-id'.split(
    ' ',
  ),
  ...'x-csrf-token x-forwarded-for x-forwarded-host x-forwarded-proto x-request-id x-requested-with'.split(' '),
]);

const MEDIA_TYPE =
  '(?:\\*/\\*|(?:application|audio|font|image|message|model|multipart|text|video)/(?:\\*|[a-z][a-z-]*\\d?(?:[.+][a-z][a-z-]*)*))(?: ?; ?(?:charset|q|v|version)=[\\w.-]{1,12})*';
/** A content type, or the list of an `accept` header. Other parameters and digits can be part of a secret. */
const MEDIA_TYPES = new RegExp(`^(?=.{3,256}$)${MEDIA_TYPE}(?:, ?${MEDIA_TYPE})*$`);
