import { styled } from '@mui/material/styles';
import { fillTemplate } from '../../../fields/fill-template.ts';
import { useTexts } from '../../messages/texts.ts';

type JsonTreeProps = { value: unknown; isOpen: boolean };

/**
 * JSON as `JSON.stringify` would indent it, with the kinds of values told apart by colour. Objects and
 * lists fold, by mouse and keyboard; the browser's own search still finds what is folded away.
 */
export function JsonTree({ value, isOpen }: JsonTreeProps) {
  return (
    <Tree>
      <Node value={value} isOpen isInnerOpen={isOpen} isLast />
    </Tree>
  );
}

type NodeProps = {
  name?: string;
  value: unknown;
  isOpen: boolean;
  /** What is inside of it. */
  isInnerOpen?: boolean;
  isLast: boolean;
};

function Node({ name, value, isOpen, isInnerOpen = isOpen, isLast }: NodeProps) {
  const { entries: texts } = useTexts('info');
  const key = name === undefined ? null : <b>{JSON.stringify(name)}: </b>;
  const end = isLast ? '' : ',';
  if (!isBranch(value))
    return (
      <div>
        {key}
        <span className={value === null ? 'boolean' : typeof value}>{JSON.stringify(value)}</span>
        {end}
      </div>
    );
  const isList = Array.isArray(value);
  const [open, close] = isList ? '[]' : '{}';
  const entries = Object.entries(value);
  return (
    <details open={isOpen}>
      <summary>
        {key}
        {open}
        <small
          data-count={fillTemplate(texts, { count: entries.length })}
          data-close={close + end}
        />
      </summary>
      <div className="inner">
        {entries.map(([inner, one], at) => (
          <Node
            key={inner}
            name={isList ? undefined : inner}
            value={one}
            isOpen={isInnerOpen}
            isLast={at === entries.length - 1}
          />
        ))}
      </div>
      {close}
      {end}
    </details>
  );
}

function isBranch(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

const Tree = styled('div')(({ theme: { palette } }) => ({
  fontFamily: "ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, 'DejaVu Sans Mono', monospace",
  fontSize: '0.84375rem',
  lineHeight: 1.6,
  overflowWrap: 'anywhere',
  // Room for the triangles, which stand before their lines.
  paddingInlineStart: '2ch',
  '.inner': { paddingInlineStart: '2ch' },
  summary: { marginInlineStart: '-2ch', cursor: 'pointer', borderRadius: 4 },
  'summary::marker': { color: palette.text.secondary },
  // By CSS, so that what is selected with the mouse stays JSON.
  'details:not([open]) > summary small::after': {
    content: '" " attr(data-count) " " attr(data-close)',
    color: palette.text.secondary,
  },
  '.string': { color: palette.success.main },
  '.number': { color: palette.info.main },
  '.boolean': { color: palette.warning.main },
}));
