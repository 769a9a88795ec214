const MOST_NAMED = 5;

/** The new index would lack documents that the user did not remove, so the old index stays. */
export class WouldLose extends Error {
  override readonly name = 'WouldLose';

  static everything(source: string): WouldLose {
    return new WouldLose(`none of the files in ${source} can be indexed`);
  }

  static files(names: readonly string[]): WouldLose {
    const named = names.slice(0, MOST_NAMED).join(', ');
    const others = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} others` : '';
    return new WouldLose(`the index contains ${named}${others}, which cannot be read now`);
  }
}
