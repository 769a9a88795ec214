/** Media types by file extension, because the sandbox does not fetch the files. */
const TYPES: Readonly<Record<string, string>> = {
  gif: 'image/gif',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  pdf: 'application/pdf',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  txt: 'text/plain',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  mp4: 'video/mp4',
};

export function mediaType(url: string): string {
  const end = /\.(\w{1,5})(?:[?#]|$)/.exec(url)?.[1]?.toLowerCase() ?? '';
  return TYPES[end] ?? 'application/octet-stream';
}
