import { Box } from '@mui/material';
import { type Ref, useEffect, useMemo, useRef } from 'react';

/** A place of a text, both counted from 1. */
type Place = { line: number; column: number };

type Mark = { line: number; severity: 'error' | 'warning' };

type TextEditorProps = {
  label: string;
  describedBy: string;
  text: string;
  /** The lines with problems. */
  marks: readonly Mark[];
  /** Where to go; each new object moves the cursor. */
  target: Place | undefined;
  onChange: (text: string) => void;
};

/** The height of a line in pixels, by which numbers and marks stand beside their lines. */
const LINE = 20;

/**
 * A plain text area with line numbers. The editor of the field, CodeMirror 6, would cost 110 kB compressed for
 * colours and folding; here the browser's own keys, search, undo and screen readers work as everywhere.
 */
export function TextEditor({ label, describedBy, text, marks, target, onChange }: TextEditorProps) {
  const input = useRef<HTMLTextAreaElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => text.split('\n').length, [text]);
  useEffect(() => {
    if (target && input.current) goTo(input.current, target);
  }, [target]);
  const gutter = `${String(lines).length + 2}ch`;
  return (
    <Box sx={frameSx}>
      <Gutter ref={layer} lines={lines} width={gutter} marks={marks} />
      <Box
        component="textarea"
        ref={input}
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={marks.some(({ severity }) => severity === 'error')}
        value={text}
        wrap="off"
        dir="ltr"
        spellCheck={false}
        autoCapitalize="off"
        autoCorrect="off"
        onChange={({ target: { value } }) => onChange(withTyped(text, value))}
        onScroll={({ currentTarget }) => {
          // Without rendering again, because that would lag behind.
          if (layer.current)
            layer.current.style.transform = `translateY(${-currentTarget.scrollTop}px)`;
        }}
        sx={{ ...textSx, left: gutter, width: `calc(100% - ${gutter})` }}
      />
    </Box>
  );
}

type GutterProps = {
  ref: Ref<HTMLDivElement>;
  lines: number;
  width: string;
  marks: readonly Mark[];
};

/** The numbers of the lines, and a band behind each line with a problem. */
function Gutter({ ref, lines, width, marks }: GutterProps) {
  const numbers = useMemo(
    () => Array.from({ length: lines }, (_, index) => index + 1).join('\n'),
    [lines],
  );
  return (
    <Box ref={ref} aria-hidden sx={layerSx}>
      {marks.map(({ line, severity }, index) => (
        <Box key={index} sx={{ ...markSx, top: (line - 1) * LINE, bgcolor: `${severity}.main` }} />
      ))}
      <Box component="pre" sx={{ ...numbersSx, width }}>
        {numbers}
      </Box>
    </Box>
  );
}

function goTo(input: HTMLTextAreaElement, { line, column }: Place): void {
  const lines = input.value.split('\n');
  const before = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0);
  const length = lines[line - 1]?.length ?? 0;
  input.focus();
  input.setSelectionRange(before + Math.min(column - 1, length), before + length);
  input.scrollTop = Math.max(0, (line - 4) * LINE);
  input.scrollLeft = 0;
}

/**
 * The text of a file after somebody typed in a text area, which shows each line end as `\n`. Lines that are still the
 * same keep their line ends, and new ones get those of the file.
 */
export function withTyped(text: string, typed: string): string {
  if (!text.includes('\r')) return typed;
  const before = linesOf(text);
  const after = linesOf(typed);
  const isSame = (one = '', other = ''): boolean => bare(one) === bare(other);
  const least = Math.min(before.length, after.length);
  let head = 0;
  while (head < least && isSame(before[head], after[head])) head += 1;
  let tail = 0;
  while (tail < least - head && isSame(before.at(-1 - tail), after.at(-1 - tail))) tail += 1;
  const eol = text.includes('\r\n') ? '\r\n' : '\r';
  return [
    ...before.slice(0, head),
    ...after.slice(head, after.length - tail).map((line) => line.replace('\n', eol)),
    ...before.slice(before.length - tail),
  ].join('');
}

/** The lines with their ends; the last one has none. */
function linesOf(text: string): string[] {
  return text.split(/(?<=\r\n|\r(?!\n)|\n)/);
}

function bare(line: string): string {
  return line.replace(/\r\n?$/, '\n');
}

const frameSx = {
  position: 'relative',
  height: 'clamp(240px, 58vh, 900px)',
  minHeight: 160,
  overflow: 'hidden',
  resize: 'vertical',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'background.paper',
  fontFamily: 'monospace',
  fontSize: '13px',
  lineHeight: `${LINE}px`,
  '&:focus-within': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -1 },
};

const layerSx = { position: 'absolute', insetInline: 0, top: 8 };

const markSx = { position: 'absolute', insetInline: 0, height: LINE, opacity: 0.22 };

const numbersSx = {
  m: 0,
  pr: '1ch',
  boxSizing: 'border-box',
  textAlign: 'right',
  color: 'text.secondary',
  font: 'inherit',
};

const textSx = {
  position: 'absolute',
  top: 0,
  height: '100%',
  boxSizing: 'border-box',
  px: '4px',
  py: '8px',
  border: 0,
  outline: 0,
  resize: 'none',
  bgcolor: 'transparent',
  color: 'text.primary',
  font: 'inherit',
  lineHeight: 'inherit',
  whiteSpace: 'pre',
  overflow: 'auto',
  tabSize: 2,
};
