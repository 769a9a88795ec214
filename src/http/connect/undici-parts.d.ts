// The files of undici that the client uses. Its index also loads fetch, WebSocket and the cache: 70 kB more in a bundle.
declare module 'undici/lib/dispatcher/pool.js' {
  export { Pool as default } from 'undici';
}
/** The index adds it to each pool. */
declare module 'undici/lib/api/api-connect.js' {
  import type { Dispatcher } from 'undici';
  export default function connect(
    this: Dispatcher,
    options: Omit<Dispatcher.ConnectOptions, 'origin'>,
  ): Promise<Dispatcher.ConnectData>;
}
declare module 'undici/lib/core/connect.js' {
  export { buildConnector as default } from 'undici';
}
