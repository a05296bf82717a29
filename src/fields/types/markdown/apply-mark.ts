export type Mark = 'bold' | 'italic' | 'link' | 'list';

/** A text, and the part of it that is selected. */
type Selected = { text: string; from: number; to: number };

/** Sets or removes a mark of Markdown at the selection, and says what is selected then. */
export function applyMark(mark: Mark, selected: Selected): Selected {
  if (mark === 'list') return toggleList(selected);
  return mark === 'link' ? addLink(selected) : toggleAround(selected, mark === 'bold' ? '**' : '_');
}

function toggleAround({ text, from, to }: Selected, sign: string): Selected {
  const { length } = sign;
  const [before, inner, after] = [text.slice(0, from), text.slice(from, to), text.slice(to)];
  if (before.endsWith(sign) && after.startsWith(sign))
    return {
      text: before.slice(0, -length) + inner + after.slice(length),
      from: from - length,
      to: to - length,
    };
  return { text: before + sign + inner + sign + after, from: from + length, to: to + length };
}

const ADDRESS = 'https://';

/** Selects the address, which is to be typed next. */
function addLink({ text, from, to }: Selected): Selected {
  const inner = text.slice(from, to);
  const start = from + inner.length + 3;
  return {
    text: `${text.slice(0, from)}[${inner}](${ADDRESS})${text.slice(to)}`,
    // Without a selection, the words come first.
    from: inner === '' ? from + 1 : start,
    to: inner === '' ? from + 1 : start + ADDRESS.length,
  };
}

/** The selected lines begin with `- `, or no longer do if all of them did. */
function toggleList({ text, from, to }: Selected): Selected {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const next = text.indexOf('\n', to);
  const end = next < 0 ? text.length : next;
  const lines = text.slice(start, end).split('\n');
  const isList = lines.every((line) => line.startsWith('- '));
  const changed = lines.map((line) => (isList ? line.slice(2) : `- ${line}`)).join('\n');
  return {
    text: text.slice(0, start) + changed + text.slice(end),
    from: lines.length === 1 ? start + changed.length : start,
    to: start + changed.length,
  };
}
