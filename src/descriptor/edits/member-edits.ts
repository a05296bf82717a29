import type { Node } from 'jsonc-parser';
import { isObject } from '../json-object.ts';
import { formatFlat, formatKey, formatValue, layoutOf } from './format-value.ts';
import {
  afterComma,
  applyChanges,
  type Change,
  endOf,
  indentAt,
  isFirstOnLine,
  restOfLine,
  startOfLine,
} from './text-places.ts';

/** A member of an object or a list: a new one, or one as it stands elsewhere, with its comments. */
export type Member = { key: string | undefined; value: unknown } | Written;

export type Written = {
  body: string;
  /** The lines of comments directly above, each with its indent, and the comment behind it on the same line. */
  lead: string;
  tail: string;
};

/** The text with a member at this index, written as its neighbours are. */
export function insertMember(text: string, node: Node, index: number, member: Member): string {
  const members = node.children ?? [];
  const [previous, next] = [members[index - 1], members[index]];
  if (previous) return insertAfter(text, node, previous, member);
  if (next) return insertFirst(text, node, next, member);
  return insertOnly(text, node, member);
}

function insertAfter(text: string, node: Node, previous: Node, member: Member): string {
  const end = endOf(previous);
  const comma = afterComma(text, end);
  const rest = restOfLine(text, comma ?? end);
  if (!rest.isLineEnd) {
    const body = writeFlat(member);
    return comma === undefined
      ? applyChanges(text, [{ at: end, length: 0, text: `, ${body}` }])
      : applyChanges(text, [{ at: comma, length: 0, text: ` ${body},` }]);
  }
  const line = writeLine(text, node, member, indentAt(text, previous.offset));
  const separator: Change[] = comma === undefined ? [{ at: end, length: 0, text: ',' }] : [];
  const written = line(comma === undefined ? '' : ',');
  return applyChanges(text, [...separator, { at: rest.end, length: 0, text: written }]);
}

/** Directly below the bracket, because comments above the first member are about that member. */
function insertFirst(text: string, node: Node, next: Node, member: Member): string {
  const rest = restOfLine(text, node.offset + 1);
  if (!rest.isLineEnd)
    return applyChanges(text, [{ at: next.offset, length: 0, text: `${writeFlat(member)}, ` }]);
  const line = writeLine(text, node, member, indentAt(text, next.offset))(',');
  return applyChanges(text, [{ at: rest.end, length: 0, text: line }]);
}

function insertOnly(text: string, node: Node, member: Member): string {
  const inside = text.slice(node.offset + 1, endOf(node) - 1);
  const { eol, unit } = layoutOf(text);
  const outer = indentAt(text, node.offset);
  const isNested = 'body' in member ? member.body.includes('\n') : isObject(member.value);
  const flat = node.type === 'array' ? writeFlat(member) : ` ${writeFlat(member)} `;
  const isFlat =
    !isNested && inside === '' && node.offset - startOfLine(text, node.offset) + flat.length < 100;
  const kept = inside.trimEnd();
  const ending = kept !== '' && /\n[ \t]*$/.test(inside) ? '' : eol + outer;
  const written = isFlat ? flat : writeLine(text, node, member, outer + unit)('') + ending;
  const isBlank = kept === '';
  const length = isBlank ? inside.length : 0;
  return applyChanges(text, [{ at: node.offset + 1 + kept.length, length, text: written }]);
}

function writeFlat(member: Member): string {
  if (!('body' in member))
    return (member.key === undefined ? '' : formatKey(member.key)) + formatFlat(member.value);
  const comments = `${member.lead} ${member.tail}`.match(/\/\/[^\r\n]*|\/\*[^]*?\*\//g) ?? [];
  const inline = comments.map((one) => (one.startsWith('//') ? `/*${one.slice(2)} */` : one));
  return [...inline, member.body].join(' ');
}

/** A line of its own, behind the end of another line. */
function writeLine(
  text: string,
  node: Node,
  member: Member,
  indent: string,
): (comma: string) => string {
  const layout = layoutOf(text);
  if ('body' in member) {
    const { lead, body, tail } = member;
    return (comma) => layout.eol + lead + indent + body + comma + tail;
  }
  const key = member.key === undefined ? '' : formatKey(member.key);
  const used = indent.length + key.length + 1;
  const place = { ...layout, indent, used, isOpen: areOpen(text, node, member.value) };
  const value = formatValue(member.value, place);
  return (comma) => layout.eol + indent + key + value + comma;
}

/** Whether all members of the same kind as a value stand on several lines. */
function areOpen(text: string, node: Node, value: unknown): boolean {
  const kind = Array.isArray(value) ? 'array' : 'object';
  const alike = (node.children ?? [])
    .map((member) => (member.type === 'property' ? member.children?.[1] : member))
    .filter((member) => member?.type === kind && (member.children ?? []).length > 0);
  return (
    alike.length > 0 && alike.every((one) => one && restOfLine(text, one.offset + 1).isLineEnd)
  );
}

/** The text without a member. Comments around it stay. */
export function removeMember(text: string, node: Node, index: number): string {
  const members = node.children ?? [];
  const member = members[index];
  if (!member) return text;
  const removed = applyChanges(text, changesToRemove(text, member, members[index - 1]));
  const end = endOf(node) - (text.length - removed.length);
  const isEmpty = removed.slice(node.offset + 1, end - 1).trim() === '';
  if (members.length > 1 || !isEmpty) return removed;
  return removed.slice(0, node.offset + 1) + removed.slice(end - 1);
}

function changesToRemove(text: string, member: Node, previous: Node | undefined): Change[] {
  const [start, end] = [member.offset, endOf(member)];
  const comma = afterComma(text, end);
  const before = comma === undefined && previous ? afterComma(text, endOf(previous)) : undefined;
  const cut = (from: number, to: number): Change => ({ at: from, length: to - from, text: '' });
  if (
    before !== undefined &&
    text.slice(before, start).trim() === '' &&
    !isFirstOnLine(text, start)
  )
    return [cut(before - 1, end)];
  // What stands between a member and its comma are comments.
  const isApart = comma !== undefined && comma !== end + 1;
  const until = isApart || comma === undefined ? end : comma;
  const commas = [
    ...(before === undefined ? [] : [cut(before - 1, before)]),
    ...(isApart ? [cut(comma - 1, comma)] : []),
  ];
  return [...commas, cut(...lineOf(text, start, until))];
}

/** From the beginning to the end of a part, or the whole lines if nothing else stands on them. */
function lineOf(text: string, start: number, end: number): [from: number, to: number] {
  const [blank = '', eol] = /^[ \t]*(\r?\n)?/.exec(text.slice(end)) ?? [];
  const isAlone = eol !== undefined && isFirstOnLine(text, start);
  return [
    isAlone ? startOfLine(text, start) : start,
    end + (isAlone || eol === undefined ? blank.length : 0),
  ];
}

/** A member as it stands in the text, with the comments that are about it. */
export function writtenMember(text: string, member: Node): { written: Written; without: string } {
  const [start, end] = [member.offset, endOf(member)];
  const comma = afterComma(text, end);
  const behind = comma ?? end;
  const rest = restOfLine(text, behind);
  const tail = rest.isLineEnd ? text.slice(behind, rest.end).trimEnd() : '';
  const lead = isFirstOnLine(text, start) ? leadOf(text, startOfLine(text, start)) : '';
  // Blanks of the same length keep all places before the removal.
  const top = startOfLine(text, start) - lead.length;
  const blanked = [
    { at: top, length: lead.length, text: '' },
    { at: behind, length: tail.length, text: '' },
  ];
  return {
    written: { body: text.slice(start, end), lead, tail },
    without: applyChanges(text, blanked),
  };
}

/** The lines directly above a place that are comments. */
function leadOf(text: string, at: number): string {
  const [lead = ''] =
    /(?:(?<=\n)[ \t]*(?:\/\/[^\n]*|\/\*(?:(?!\*\/)[^])*\*\/[ \t]*\r?)\n)*$/.exec(
      text.slice(0, at),
    ) ?? [];
  return lead;
}
