import { styled } from '@mui/material/styles';
import { Link } from 'react-router-dom';
import { toListPath } from '../../kit/screen-paths.ts';
import { useNumber } from '../../kit/use-number.ts';
import { BOX, HEAD, LINE, type Box as Placed } from './lay-out-diagram.ts';
import { useWords } from './words.ts';

type DiagramBoxProps = {
  box: Placed;
  /** Absent for who may not list them. */
  count: number | undefined;
  onLook: (resource: string | undefined) => void;
};

/** A resource, leading to its list. */
export function DiagramBox({ box, count, onLook }: DiagramBoxProps) {
  const { tell, say } = useWords();
  const sayNumber = useNumber();
  const { resource, x, y, height, fields } = box;
  const label = say(resource.label);
  const records =
    count === undefined
      ? ''
      : tell('picture.records', { smart_count: count, formatted: sayNumber(count) });
  return (
    <BoxLink
      to={toListPath(resource)}
      aria-label={[tell('picture.box', { name: label }), records].filter(Boolean).join(', ')}
      onMouseEnter={() => onLook(resource.name)}
      onMouseLeave={() => onLook(undefined)}
      onFocus={() => onLook(resource.name)}
      onBlur={() => onLook(undefined)}
    >
      <rect className="ground" x={x} y={y} width={BOX} height={height} rx={8} />
      <text className="name" x={x + 12} y={y + 22}>
        {cut(label, 24)}
      </text>
      <text className="soft" x={x + 12} y={y + 40}>
        {records === '' ? resource.name : cut(`${resource.name} · ${records}`, 34)}
      </text>
      {fields.map(({ name, label: of, kind, settings }, index) => {
        const line = y + HEAD + LINE * (index + 0.7);
        const isReference = kind.relation?.(settings) !== undefined;
        return (
          <text key={name} className={isReference ? 'reference' : 'field'} x={x + 12} y={line}>
            {cut(say(of), 30)}
          </text>
        );
      })}
    </BoxLink>
  );
}

/** A picture breaks no lines. */
function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).trimEnd()}…`;
}

const BoxLink = styled(Link)(({ theme: { palette } }) => ({
  outline: 'none',
  '.ground': { fill: palette.background.paper, stroke: palette.text.secondary, strokeWidth: 1 },
  '&:hover .ground, &:focus-visible .ground': { stroke: palette.primary.main, strokeWidth: 2.5 },
  '.name': { fontSize: 14, fontWeight: 650, fill: palette.text.primary },
  '.soft': { fontSize: 11.5, fill: palette.text.secondary },
  '.field': { fontSize: 12.5, fill: palette.text.primary },
  '.reference': { fontSize: 12.5, fill: palette.primary.main },
}));
