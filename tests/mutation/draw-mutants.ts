import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';

/** One small break of the program: the characters from `start` to `end` are replaced. */
export type Mutant = {
  path: string;
  line: number;
  start: number;
  end: number;
  before: string;
  after: string;
};

/** A node of the syntax tree. */
export type Node = { type: string; start: number; end: number } & Record<string, unknown>;

/**
 * All breaks of a file that a test should notice: a comparison or a connective turned round, a
 * negation dropped, a condition always or never met, a number one off, an effect left out. Texts are
 * left alone: most are words that no rule hangs on.
 */
export function mutantsOf(path: string): Mutant[] {
  const text = readFileSync(path, 'utf8');
  const found: Mutant[] = [];
  const { program } = parseSync(path, text);
  visit(program as unknown as Node, (node) => {
    for (const { start, end, after } of breaksOf(node, text)) {
      const before = text.slice(start, end);
      const line = text.slice(0, start).split('\n').length;
      if (before !== after) found.push({ path, line, start, end, before, after });
    }
  });
  return found;
}

type Break = { start: number; end: number; after: string };

function breaksOf(node: Node, text: string): Break[] {
  const whole = (after: string): Break => ({ start: node.start, end: node.end, after });
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
      return turned(node, text);
    case 'UnaryExpression':
      return node['operator'] === '!' ? [whole(sourceOf(node['argument'] as Node, text))] : [];
    case 'IfStatement':
    case 'ConditionalExpression': {
      const { start, end } = node['test'] as Node;
      return ['true', 'false'].map((after) => ({ start, end, after }));
    }
    case 'Literal':
      if (typeof node['value'] === 'boolean') return [whole(String(!node['value']))];
      return typeof node['value'] === 'number' ? [whole(String(node['value'] + 1))] : [];
    case 'ExpressionStatement':
      return isEffect(node['expression'] as Node) ? [whole('')] : [];
    default:
      return [];
  }
}

const opposites: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '&&': '||',
  '||': '&&',
  '??': '&&',
};

function turned(node: Node, text: string): Break[] {
  const operator = String(node['operator']);
  const after = opposites[operator];
  const [left, right] = [node['left'] as Node, node['right'] as Node];
  // `+` of texts joins them, and nothing can be taken from a text.
  if (!after || (operator === '+' && [left, right].some(isText))) return [];
  const start = left.end + text.slice(left.end, right.start).indexOf(operator);
  return [{ start, end: start + operator.length, after }];
}

function isText(node: Node): boolean {
  return (
    node.type === 'TemplateLiteral' ||
    (node.type === 'Literal' && typeof node['value'] === 'string') ||
    (node.type === 'BinaryExpression' &&
      [node['left'], node['right']].some((each) => isText(each as Node)))
  );
}

/** A call or an assignment that stands alone; what is awaited is waited for no more. */
function isEffect(node: Node): boolean {
  const inner = node.type === 'AwaitExpression' ? (node['argument'] as Node) : node;
  return inner.type === 'CallExpression' || inner.type === 'AssignmentExpression';
}

function sourceOf({ start, end }: Node, text: string): string {
  return text.slice(start, end);
}

export function visit(node: Node, see: (node: Node) => void): void {
  // Types, imports and logs do nothing that a test could see.
  if (node.type.startsWith('TS') && !transparent.has(node.type)) return;
  if (node.type === 'ImportDeclaration') return;
  see(node);
  for (const child of Object.values(node).flat())
    if (child !== null && typeof child === 'object' && 'type' in child) visit(child as Node, see);
}

const transparent: ReadonlySet<string> = new Set([
  'TSAsExpression',
  'TSNonNullExpression',
  'TSSatisfiesExpression',
]);
