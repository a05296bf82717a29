import { createScanner, findNodeAtLocation, type Node } from 'jsonc-parser';
import { asObject } from '../read/draft.ts';
import { valueAt } from '../read/schema-at.ts';
import type { Path } from '../read/source-text.ts';
import { removeAt, setAt } from './edit.ts';
import { insertMember, writtenMember } from './member-edits.ts';
import {
  declaredAt,
  type DescriptorFiles,
  type Edited,
  fileOf,
  type Opened,
  openFiles,
  withText,
} from './open-files.ts';
import {
  afterComma,
  applyChanges,
  endOf,
  indentAt,
  restOfLine,
  startOfLine,
} from './text-places.ts';
import { nodeAt } from './write-value.ts';

export type Sides<Of> = { base: Of; theirs: Of; mine: Of };

/** The files so far, and the places that could not be given what a side has there. */
type Written = { files: DescriptorFiles; lostPaths: Path[] };

/** Keeps the files of an edit. If the edit was refused, the files stay, and the page tells the person where. */
export function keep(state: Written, edited: Edited, path: Path): void {
  if ('files' in edited) state.files = edited.files;
  else state.lostPaths.push(path);
}

type Unit = { file: number; text: string; node: Node; whole: string };

/** A unit as one side has written it, with the comments that are about it. */
export function writtenAt(opened: Opened, path: Path): Unit | undefined {
  if (declaredAt(opened, path) === undefined) return undefined;
  const file = fileOf(opened, path);
  const text = opened.files[file]?.file.text ?? '';
  const node = findNodeAtLocation(nodeAt(text, []), [...path])?.parent;
  if (!node) return undefined;
  const { lead, body, tail } = writtenMember(text, node).written;
  return { file, text, node, whole: lead + body + tail };
}

/** Gives a unit the text that one side has for it. */
export function put(state: Written, side: Opened, path: Path): void {
  const opened = openFiles(state.files);
  if ('refused' in opened) return;
  const [now, wanted] = [writtenAt(opened, path), writtenAt(side, path)];
  if (now?.whole === wanted?.whole) return;
  if (!wanted) keep(state, removeAt(state.files, path), path);
  else if (now) state.files = withText(opened, now.file, replaced(now, wanted));
  else add(state, { opened, side, path, wanted });
}

/** The text with another text for a unit and the comments around it. */
function replaced({ text, node }: Unit, wanted: Unit): string {
  const { written } = writtenMember(wanted.text, wanted.node);
  const { lead, tail } = writtenMember(text, node).written;
  const isLine = text.slice(startOfLine(text, node.offset), node.offset).trim() === '';
  const top = isLine ? startOfLine(text, node.offset) - lead.length : node.offset;
  const head = isLine ? written.lead + indentAt(text, node.offset) : '';
  const end = endOf(node);
  const behind = afterComma(text, end) ?? end;
  return applyChanges(text, [
    { at: top, length: end - top, text: head + written.body },
    ...(isLine && tail !== written.tail && restOfLine(text, behind).isLineEnd
      ? [{ at: behind, length: tail.length, text: written.tail }]
      : []),
  ]);
}

type Added = { opened: Opened; side: Opened; path: Path; wanted: Unit };

/** Adds a unit to the file that it has on its side, before what follows it there. */
function add(state: Written, { opened, side, path, wanted }: Added): void {
  const parent = path.slice(0, -1);
  const own = side.files[wanted.file]?.file.path;
  const file = Math.max(
    0,
    opened.files.findIndex((one) => one.file.path === own),
  );
  const text = opened.files[file]?.file.text ?? '';
  const container = findNodeAtLocation(nodeAt(text, []), [...parent]);
  const { written } = writtenMember(wanted.text, wanted.node);
  if (!container) {
    const value = declaredAt(side, path);
    return keep(state, setAt(state.files, path, value), path);
  }
  const names = namesOf(container);
  const order = Object.keys(asObject(valueAt(side.files[wanted.file]?.value, parent)));
  const next = order
    .slice(order.indexOf(String(path.at(-1))) + 1)
    .find((one) => names.includes(one));
  const index = next === undefined ? names.length : names.indexOf(next);
  state.files = withText(opened, file, insertMember(text, container, index, written));
}

function namesOf({ children = [] }: Node): string[] {
  return children.map((member) => String(member.children?.[0]?.value));
}

/** Comments outside of what is merged as a whole stay as theirs, so that some can be lost. */
export function lostComments(sides: Sides<DescriptorFiles>, merged: DescriptorFiles): string[] {
  const known = new Set([sides.base, merged].flatMap((files) => [...commentsOf(files)]));
  const written = new Set([sides.theirs, sides.mine].flatMap((files) => [...commentsOf(files)]));
  return [...written].filter((comment) => !known.has(comment));
}

function* commentsOf(files: DescriptorFiles): Generator<string> {
  for (const { text } of files) {
    const scanner = createScanner(text);
    while (scanner.getPosition() < text.length) {
      scanner.scan();
      const at = scanner.getTokenOffset();
      if (text.charAt(at) === '/') yield text.slice(at, scanner.getPosition()).trim();
    }
  }
}
