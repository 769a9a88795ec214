import { Duplex } from 'node:stream';

/** One end of a connection inside this process. What one end writes, the other one reads. */
class End extends Duplex {
  #other: End | undefined;
  #release: (() => void) | undefined;

  join(other: End): void {
    this.#other = other;
    this.once('close', () => process.nextTick(() => other.destroy()));
  }

  override _read(): void {
    const release = this.#release;
    this.#release = undefined;
    release?.();
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#other?.receive(chunk, done);
  }

  override _final(done: () => void): void {
    this.#other?.push(null);
    done();
  }

  /** Calls `release` when this end reads again, so that a slow reader slows the writer. */
  receive(chunk: Buffer, release: () => void): void {
    this.#release = release;
    // An empty chunk would never be read.
    if (chunk.length === 0) this._read();
    else this.push(chunk);
  }
}

/** The end of a client. It has the methods and events of a socket, with or without TLS, that HTTP clients use. */
export class LocalConnection extends End {
  readonly peer = new End();
  readonly remoteAddress = '127.0.0.1';
  readonly remotePort = 0;
  readonly alpnProtocol = false;
  readonly authorized = true;
  readonly encrypted: boolean;
  connecting = true;

  constructor(scheme: 'http' | 'https') {
    super();
    this.encrypted = scheme === 'https';
    this.join(this.peer);
    this.peer.join(this);
    process.nextTick(() => {
      this.connecting = false;
      this.emit('connect');
      this.emit('ready');
      if (this.encrypted) this.emit('secureConnect');
    });
  }

  // Nothing to do: there is no socket, and a waiting connection does not keep the process running.
  setKeepAlive(): this {
    return this;
  }
  setNoDelay(): this {
    return this;
  }
  setTimeout(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
  isSessionReused(): boolean {
    return false;
  }
  getPeerCertificate(): object {
    return {};
  }
  destroySoon(): void {
    this.end();
    this.destroy();
  }
}
