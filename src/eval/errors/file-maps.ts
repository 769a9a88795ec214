import type { SourceMapPayload } from 'node:module';
import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { type Position, throughMap } from './position.js';

/** The source map of a compiled file. Of an edited file, the last one is kept. */
export interface FileMap {
  /** The file as stack frames name it: a URL, or a path after `require`. */
  readonly file: string;
  /** As JSON, which is parsed for the first error in the file. */
  readonly map: string;
}

/** The maps of the TypeScript files that inputs load, so that their frames have the lines of the source. */
class FileMaps {
  readonly #maps = new Map<string, (position: Position) => Position>();
  readonly #ports: MessagePort[] = [];

  /** Node's loader thread sends a `FileMap` for each file. They are read when a stack is written. */
  receiveFrom(port: MessagePort): void {
    port.unref();
    this.#ports.push(port);
  }

  add({ file, map }: FileMap): void {
    let locate: ((position: Position) => Position) | undefined;
    this.#maps.set(file, (position) => {
      locate ??= throughMap(JSON.parse(map) as SourceMapPayload);
      return locate(position);
    });
  }

  locate(file: string, position: Position): Position {
    for (const port of this.#ports)
      for (let sent = receiveMessageOnPort(port); sent; sent = receiveMessageOnPort(port)) this.add(sent.message);
    return this.#maps.get(file)?.(position) ?? position;
  }
}

/** One for the process, as the loader hooks. */
export const FILE_MAPS = new FileMaps();
