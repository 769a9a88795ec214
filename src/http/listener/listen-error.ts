/** Explains why a server cannot listen, and what to do about it. */
export function listenError(cause: NodeJS.ErrnoException, host: string, port: number): Error {
  const reason = {
    EADDRINUSE: `port ${port} is used by another program. Choose another port, or 0 for a free one`,
    EACCES: `port ${port} needs administrator rights. Choose a port from 1024, or 0 for a free one`,
    EADDRNOTAVAIL: `${host} is not an address of this machine`,
    ENOTFOUND: `${host} is not an address of this machine`,
  }[cause.code ?? ''];
  return reason === undefined ? cause : Object.assign(new Error(reason, { cause }), { code: cause.code });
}
