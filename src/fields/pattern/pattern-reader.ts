import { requireItem } from '../require-entry.ts';

/** A pattern as a tree. A `symbol` is one code point of the text. */
export type PatternNode =
  | { is: 'symbol'; matches: (symbol: string) => boolean }
  | { is: 'start' | 'end' }
  | { is: 'sequence'; nodes: readonly PatternNode[] }
  | { is: 'choice'; nodes: readonly PatternNode[] }
  | { is: 'repeat'; node: PatternNode; min: number; max: number; isLazy: boolean }
  /** A group whose text a replacement can name, counted from 1. */
  | { is: 'group'; node: PatternNode; number: number };

/** Reads patterns that JavaScript accepted with the `u` flag; throws a SyntaxError for those that cannot run linearly. */
export class PatternReader {
  readonly #symbols: readonly string[];
  #at = 0;
  #groups = 0;

  constructor(source: string) {
    this.#symbols = Array.from(source);
  }

  read(): PatternNode {
    const branches: PatternNode[] = [this.#readSequence()];
    while (this.#take('|')) branches.push(this.#readSequence());
    return { is: 'choice', nodes: branches };
  }

  #readSequence(): PatternNode {
    const nodes: PatternNode[] = [];
    while (this.#next() !== undefined && this.#next() !== '|' && this.#next() !== ')') {
      nodes.push(this.#readRepeat(this.#readAtom()));
    }
    return { is: 'sequence', nodes };
  }

  #readRepeat(node: PatternNode): PatternNode {
    const [min, max] = this.#readBounds() ?? [];
    if (min === undefined || max === undefined) return node;
    const isLazy = this.#take('?');
    return { is: 'repeat', node, min, max, isLazy };
  }

  #readBounds(): [number, number] | undefined {
    if (this.#take('*')) return [0, Infinity];
    if (this.#take('+')) return [1, Infinity];
    if (this.#take('?')) return [0, 1];
    if (this.#next() !== '{') return undefined;
    const [min = '', max] = this.#takeThrough('}').slice(1, -1).split(',');
    const most = max === '' ? Infinity : Number(max ?? min);
    return [Number(min), most];
  }

  #readAtom(): PatternNode {
    if (this.#take('^')) return { is: 'start' };
    if (this.#take('$')) return { is: 'end' };
    if (this.#take('(')) return this.#readGroup();
    if (this.#next() === '[') return toSymbol(this.#takeThrough(']'));
    if (this.#next() === '\\') return toSymbol(this.#readEscape());
    return toSymbol(requireItem(this.#symbols, this.#at++));
  }

  #readGroup(): PatternNode {
    let number: number | undefined;
    if (!this.#take('?')) number = ++this.#groups;
    else {
      if (this.#take('<') && this.#next() !== '=' && this.#next() !== '!') {
        this.#takeThrough('>');
        number = ++this.#groups;
      } else if (!this.#take(':'))
        throw new SyntaxError('look-around and flags in a group are not supported');
    }
    const node = this.read();
    this.#take(')');
    return number === undefined ? node : { is: 'group', node, number };
  }

  #readEscape(): string {
    this.#at++;
    const letter = requireItem(this.#symbols, this.#at++);
    if (/[1-9kbB]/.test(letter)) {
      throw new SyntaxError(
        `\\${letter} is not supported; patterns cannot use back-references or word boundaries`,
      );
    }
    if (/[pPu]/.test(letter) && this.#next() === '{') return `\\${letter}${this.#takeThrough('}')}`;
    const length = { u: 4, x: 2, c: 1 }[letter] ?? 0;
    const rest = this.#symbols.slice(this.#at, this.#at + length).join('');
    if (letter === 'u' && /^d[89a-f]/i.test(rest)) {
      throw new SyntaxError('half of a surrogate pair is not supported: write \\u{…}');
    }
    this.#at += length;
    return `\\${letter}${rest}`;
  }

  #next(): string | undefined {
    return this.#symbols[this.#at];
  }

  #take(symbol: string): boolean {
    const isNext = this.#next() === symbol;
    if (isNext) this.#at++;
    return isNext;
  }

  #takeThrough(last: string): string {
    const from = this.#at;
    while (this.#symbols[this.#at] !== last) this.#at += this.#symbols[this.#at] === '\\' ? 2 : 1;
    this.#at++;
    return this.#symbols.slice(from, this.#at).join('');
  }
}

/** JavaScript matches each single symbol, because it knows classes and Unicode; there is nothing to backtrack. */
function toSymbol(source: string): PatternNode {
  const rule = new RegExp(`^${source}$`, 'u');
  return { is: 'symbol', matches: (symbol) => rule.test(symbol) };
}
