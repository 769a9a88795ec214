/** The commands of the first line of a text. The line may be continued, by its end or by open quotes. */
export interface CommandLine {
  readonly commands: readonly ShellCommand[];
  /** Where the line ends in the text. */
  readonly end: number;
}

export interface ShellCommand {
  readonly words: readonly string[];
  /** Its standard input, if the line has it: a text, or the file or command from which it comes. */
  readonly input?: { readonly text: string } | { readonly from: string; readonly isFile: boolean };
}

/** Splits a line of a shell into words, without running anything. `$NAME` stays as it is typed. */
export const commandLine = (text: string, shell: 'bash' | 'cmd'): CommandLine =>
  shell === 'bash' ? new BashLine(text).read() : cmdLine(text);

/** Browsers write ^" for a quote and ^ at the end of a line when they copy a command for the Windows prompt. */
export const looksLikeCmd = (text: string): boolean => /\^["%&^]|\^\r?\n|^curl(?:\.exe)? +\^/m.test(text);

type Redirect = 'input' | 'text' | 'document' | 'indented document' | 'output';

interface Draft {
  readonly words: string[];
  input?: ShellCommand['input'];
  /** The command before a `|`, whose output it reads. */
  readonly before?: Draft;
}

function withInput({ words, input, before }: Draft): ShellCommand {
  const found = input ?? (before && outputOf(before));
  return { words, ...(found && { input: found }) };
}

/** The output of `echo`, `printf` or `cat` if the line has its text. Nothing is run. */
function outputOf({ words: [name = '', ...words], input }: Draft): NonNullable<ShellCommand['input']> {
  const [format = '', text, ...more] = words;
  if (name === 'cat' && words.every((one) => one === '-') && input) return input;
  if (name === 'echo' && !words.some((one) => /^-\w*e/.test(one)))
    return { text: format === '-n' ? words.slice(1).join(' ') : `${words.join(' ')}\n` };
  if (name === 'printf' && text === undefined && !/[%\\]/.test(format)) return { text: format };
  if (name === 'printf' && text !== undefined && more.length === 0 && /^%s(?:\\n)?$/.test(format))
    return { text: format === '%s' ? text : `${text}\n` };
  return { from: `the command ${name}`, isFile: false };
}

class BashLine {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): CommandLine {
    const commands: Draft[] = [];
    let command: Draft = { words: [] };
    let word: string | undefined;
    /** What the next word is, after an operator such as `>`. */
    let redirect: Redirect | undefined;
    const awaited: { readonly command: Draft; readonly delimiter: string; readonly isIndented: boolean }[] = [];
    const endWord = () => {
      if (word !== undefined && redirect === undefined) command.words.push(word);
      else if (word !== undefined && redirect === 'input') command.input = { from: `the file ${word}`, isFile: true };
      else if (word !== undefined && redirect === 'text') command.input = { text: `${word}\n` };
      else if (word !== undefined && (redirect === 'document' || redirect === 'indented document'))
        awaited.push({ command, delimiter: word, isIndented: redirect === 'indented document' });
      if (word !== undefined) redirect = undefined;
      word = undefined;
    };
    const endCommand = (next: Draft = { words: [] }) => {
      endWord();
      if (command.words.length > 0) commands.push(command);
      command = next;
    };
    while (this.#at < this.#text.length) {
      const char = this.#text[this.#at] as string;
      if (char === '\n' && (word !== undefined || command.words.length > 0 || commands.length > 0)) break;
      const next = this.#text[this.#at + 1];
      this.#at++;
      if (char === '\\') {
        if (next === '\n') this.#at++;
        else if (next === '\r' && this.#text[this.#at + 1] === '\n') this.#at += 2;
        else if (next !== undefined) {
          word = (word ?? '') + next;
          this.#at++;
        }
      } else if (char === "'") word = (word ?? '') + this.#until("'");
      else if (char === '"') word = (word ?? '') + this.#doubleQuoted();
      else if (char === '$' && next === "'") {
        this.#at++;
        word = (word ?? '') + this.#ansiQuoted();
      } else if (char === '$' && next === '"') {
        this.#at++;
        word = (word ?? '') + this.#doubleQuoted();
      } else if (char === '#' && word === undefined) this.#skipLine();
      else if (this.#isRedirect(char, next, word)) {
        // `2>` redirects the errors: the digit is not a word.
        word = undefined;
        redirect = this.#redirect(char);
      } else if (char === '|' && next !== '|') endCommand({ words: [], before: command });
      else if (char === '\n' || char === ';' || char === '|' || char === '&') endCommand();
      else if (/\s/.test(char)) endWord();
      else word = (word ?? '') + char;
    }
    endCommand();
    for (const { command: reader, delimiter, isIndented } of awaited) {
      const { text, end } = readHereDocument(this.#text, this.#at, { delimiter, isIndented });
      reader.input = { text };
      this.#at = end;
    }
    return { commands: commands.map(withInput), end: this.#at };
  }

  /** `<` in the middle of a word is a part of it, such as that of a placeholder in a URL. */
  #isRedirect(char: string, next: string | undefined, word: string | undefined): boolean {
    const isStart = word === undefined || /^\d$/.test(word);
    if (char === '>') return isStart;
    return char === '<'
      ? isStart && next !== '(' && /[\s<'"\w./-]/.test(next ?? '') && !this.#isPlaceholder()
      : char === '&' && next === '>';
  }

  /** `<token>` is not a redirection. */
  #isPlaceholder(): boolean {
    return /^\w[\w -]*>/.test(this.#text.slice(this.#at, this.#at + 60));
  }

  /** Reads the rest of an operator such as `>>`, `2>&`, `<<-` or `<<<`. */
  #redirect(char: string): Redirect {
    const [operator = ''] = /^[<>&|-]*/.exec(this.#text.slice(this.#at, this.#at + 3)) ?? [];
    this.#at += operator.length;
    if (char !== '<') return 'output';
    if (operator.startsWith('<<')) return 'text';
    if (operator === '<-') return 'indented document';
    return operator === '<' ? 'document' : 'input';
  }

  #skipLine(): void {
    const end = this.#text.indexOf('\n', this.#at);
    this.#at = end < 0 ? this.#text.length : end;
  }

  #until(quote: string): string {
    const end = this.#text.indexOf(quote, this.#at);
    if (end < 0) throw new OpenQuote(quote);
    const inside = this.#text.slice(this.#at, end);
    this.#at = end + 1;
    return inside;
  }

  #doubleQuoted(): string {
    const parts: string[] = [];
    for (;;) {
      const char = this.#text[this.#at++];
      if (char === undefined) throw new OpenQuote('"');
      if (char === '"') return parts.join('');
      if (char !== '\\') {
        parts.push(char);
        continue;
      }
      const next = this.#text[this.#at++] ?? '';
      if (next === '\n') continue;
      parts.push(/["\\$`]/.test(next) ? next : `\\${next}`);
    }
  }

  /** `$'…'`: quotes with the escapes of C, which browsers use for bodies with quotes or control characters. */
  #ansiQuoted(): string {
    const parts: string[] = [];
    for (;;) {
      const char = this.#text[this.#at++];
      if (char === undefined) throw new OpenQuote("$'");
      if (char === "'") return parts.join('');
      parts.push(char === '\\' ? this.#escape() : char);
    }
  }

  #escape(): string {
    const rest = this.#text.slice(this.#at, this.#at + 10);
    const [, digits, base] =
      [/^x([0-9a-f]{1,2})/i, /^u([0-9a-f]{1,4})/i, /^U([0-9a-f]{1,8})/i]
        .map((pattern): [RegExpExecArray | null, string | undefined, number] => {
          const found = pattern.exec(rest);
          return [found, found?.[1], 16];
        })
        .find(([found]) => found) ?? [];
    if (digits !== undefined && base !== undefined) {
      this.#at += digits.length + 1;
      const code = Number.parseInt(digits, base);
      return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
    }
    const octal = /^[0-7]{1,3}/.exec(rest)?.[0];
    if (octal !== undefined) {
      this.#at += octal.length;
      return String.fromCodePoint(Number.parseInt(octal, 8) & 0xff);
    }
    const char = rest[0] ?? '';
    this.#at++;
    return ESCAPES[char] ?? char;
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  f: '\f',
  v: '\v',
};

/** Reads the lines below a command with `<<EOF`, up to the line `EOF`. `at` is the end of the line with the command. */
function readHereDocument(
  text: string,
  at: number,
  { delimiter, isIndented }: { readonly delimiter: string; readonly isIndented: boolean },
): { readonly text: string; readonly end: number } {
  const lines: string[] = [];
  let start = text[at] === '\n' ? at + 1 : at;
  while (start < text.length) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    const line = text.slice(start, end).replace(/\r$/, '');
    const own = isIndented ? line.replace(/^\t+/, '') : line;
    if (own === delimiter) return { text: lines.join(''), end };
    lines.push(`${own}\n`);
    start = end + 1;
  }
  throw new Error(`the text after << has no end: a line with ${delimiter}`);
}

/** In the Windows prompt, ^ escapes the next character and the end of a line, also inside quotes of browsers. */
function cmdLine(text: string): CommandLine {
  const line = /^\s*(?:\^\r?\n(?:\r?\n)?|\^[^\r\n]|[^^\r\n])*/.exec(text)?.[0] ?? '';
  const plain = line.replace(/\^\r?\n(?:\r?\n)?/g, '').replace(/\^([^\r\n])/g, '$1');
  return { commands: [{ words: [...argumentsIn(plain)] }], end: line.length };
}

/** Splits a Windows command line: inside quotes, `\"` and `""` are a quote. */
function* argumentsIn(line: string): Generator<string> {
  let word: string | undefined;
  let isQuoted = false;
  for (let index = 0; index < line.length; index++) {
    const char = line[index] as string;
    if (char === '\\') {
      const slashes = /^\\+/.exec(line.slice(index))?.[0].length ?? 1;
      const isBeforeQuote = line[index + slashes] === '"';
      // Browsers double every backslash, although only those before a quote need it.
      word = (word ?? '') + '\\'.repeat(isBeforeQuote || slashes % 2 === 0 ? slashes >> 1 : slashes);
      index += slashes - 1;
      if (isBeforeQuote && slashes % 2 === 1) {
        word += '"';
        index++;
      }
    } else if (char === '"') {
      if (isQuoted && line[index + 1] === '"') {
        word += '"';
        index++;
      } else isQuoted = !isQuoted;
      word ??= '';
    } else if (!isQuoted && /\s/.test(char)) {
      if (word !== undefined) yield word;
      word = undefined;
    } else word = (word ?? '') + char;
  }
  if (isQuoted) throw new OpenQuote('"');
  if (word !== undefined) yield word;
}

/** The text ends inside quotes. */
export class OpenQuote extends Error {
  constructor(readonly quote: string) {
    super(`a ${quote} is not closed`);
  }
}
