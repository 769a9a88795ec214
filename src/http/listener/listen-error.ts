/** Why a server cannot listen, with what to do about it. */
export function listenError(cause: NodeJS.ErrnoException, host: string, port: number): Error {
  const reason = {
    EADDRINUSE: `port ${port} is taken by another program; choose another, or 0 for one that is free`,
    EACCES: `port ${port} is not for everybody to take; choose one from 1024 on, or 0 for one that is free`,
    EADDRNOTAVAIL: `${host} is no address of this machine`,
    ENOTFOUND: `${host} is no address of this machine`,
  }[cause.code ?? ''];
  return reason === undefined ? cause : Object.assign(new Error(reason, { cause }), { code: cause.code });
}
