import { requireEntry } from '../../../fields/require-entry.ts';
import { Box, Card, Typography } from '@mui/material';
import { useMemo, useState } from 'react';
import type { Descriptor } from '../../../descriptor/descriptor.ts';
import {
  layOutDiagram,
  type Edge,
  BOX_WIDTH,
  HEAD_HEIGHT,
  LINE_HEIGHT,
  type Box as Placed,
} from './lay-out-diagram.ts';
import { cut, DiagramArrow } from './diagram-parts.tsx';
import { styled } from '@mui/material/styles';
import { Link } from 'react-router-dom';
import { toListPath } from '../../kit/screen-paths.ts';
import { useNumberFormat } from '../../kit/formats/use-number-format.ts';
import type { Info } from '../../../contract/meta.ts';
import { useApiQuery } from '../../kit/loading/query-state.tsx';
import { useTexts } from '../../messages/texts.ts';
import { useText } from '../../messages/use-text.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';

/** The resources and their references, as a picture and as a list with the same content. */
export function DiagramTab({ descriptor }: { descriptor: Descriptor }) {
  const texts = useTexts('structure');
  const diagram = useMemo(() => layOutDiagram(descriptor), [descriptor]);
  // The number of records of each resource the user may list.
  const { data: info } = useApiQuery<Info>(['info'], '/api/info');
  const [looked, setLooked] = useState<string>();
  const { width, height, boxes, edges } = diagram;
  return (
    <>
      <Card sx={{ overflow: 'auto', maxHeight: { md: '75dvh' } }}>
        <Box
          component="svg"
          role="group"
          aria-label={texts.picture.title}
          viewBox={`0 0 ${width} ${height}`}
          width={width}
          height={height}
          sx={{ display: 'block', fontFamily: 'inherit' }}
        >
          <DiagramEdges edges={edges} looked={looked} />
          {boxes.map((box) => (
            <DiagramBox
              key={box.resource.name}
              box={box}
              count={info?.records[box.resource.name] ?? undefined}
              onLook={setLooked}
            />
          ))}
        </Box>
      </Card>
      <Typography variant="h2" sx={{ mt: 3, mb: 1 }}>
        {texts.picture.references}
      </Typography>
      <ReferenceList descriptor={descriptor} edges={edges} />
    </>
  );
}

function ReferenceList({ descriptor, edges }: { descriptor: Descriptor; edges: readonly Edge[] }) {
  const texts = useTexts('structure');
  const say = useText();
  const name = (resource: string): string =>
    say(requireEntry(descriptor.resources, resource).label);
  if (edges.length === 0) return <Typography>{texts.picture.none}</Typography>;
  return (
    <Box component="ul" sx={{ m: 0, pl: 2.5, columns: '22rem', fontSize: '0.875rem' }}>
      {edges.map(({ from, to, field, many }) => (
        <li key={`${from}.${field.name}`}>
          {fillTemplate(texts.picture[many ? 'many' : 'one'], {
            from: name(from),
            field: say(field.label),
            to: name(to),
          })}
        </li>
      ))}
    </Box>
  );
}

type DiagramBoxProps = {
  box: Placed;
  /** Undefined if the user may not list them. */
  count: number | undefined;
  onLook: (resource: string | undefined) => void;
};

/** A box for a resource; links to its list. */
function DiagramBox({ box, count, onLook }: DiagramBoxProps) {
  const texts = useTexts('structure');
  const say = useText();
  const sayNumber = useNumberFormat();
  const { resource, x, y, height, fields } = box;
  const label = say(resource.label);
  const records =
    count === undefined ? '' : fillTemplate(texts.picture.records, { count: sayNumber(count) });
  return (
    <BoxLink
      to={toListPath(resource)}
      aria-label={[fillTemplate(texts.picture.box, { name: label }), records]
        .filter(Boolean)
        .join(', ')}
      onMouseEnter={() => onLook(resource.name)}
      onMouseLeave={() => onLook(undefined)}
      onFocus={() => onLook(resource.name)}
      onBlur={() => onLook(undefined)}
    >
      <rect className="ground" x={x} y={y} width={BOX_WIDTH} height={height} rx={8} />
      <text className="name" x={x + 12} y={y + 22}>
        {cut(label, 24)}
      </text>
      <text className="soft" x={x + 12} y={y + 40}>
        {records === '' ? resource.name : cut(`${resource.name} · ${records}`, 34)}
      </text>
      {fields.map(({ name, label: of, kind, settings }, index) => {
        const line = y + HEAD_HEIGHT + LINE_HEIGHT * (index + 0.7);
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

const BoxLink = styled(Link)(({ theme: { palette } }) => ({
  outline: 'none',
  '.ground': { fill: palette.background.paper, stroke: palette.text.secondary, strokeWidth: 1 },
  '&:hover .ground, &:focus-visible .ground': { stroke: palette.primary.main, strokeWidth: 2.5 },
  '.name': { fontSize: 14, fontWeight: 650, fill: palette.text.primary },
  '.soft': { fontSize: 11.5, fill: palette.text.secondary },
  '.field': { fontSize: 12.5, fill: palette.text.primary },
  '.reference': { fontSize: 12.5, fill: palette.primary.main },
}));

/** The references as arrows, with those of the active box highlighted. Screen readers read the same in the list below. */
function DiagramEdges({ edges, looked }: { edges: readonly Edge[]; looked: string | undefined }) {
  return (
    <g aria-hidden>
      <defs>
        <DiagramArrow id="reference" color="text.secondary" />
        <DiagramArrow id="looked-reference" color="primary.main" />
      </defs>
      {edges.map(({ from, to, field, path, many }) => {
        const isLooked = looked === from || looked === to;
        return (
          <Box
            component="path"
            key={`${from}.${field.name}`}
            d={path}
            markerEnd={`url(#${isLooked ? 'looked-reference' : 'reference'})`}
            strokeDasharray={many ? '6 3' : undefined}
            sx={{
              fill: 'none',
              stroke: ({ palette }) => (isLooked ? palette.primary.main : palette.text.secondary),
              strokeWidth: isLooked ? 2.25 : 1.25,
              opacity: looked === undefined || isLooked ? 0.85 : 0.25,
            }}
          />
        );
      })}
    </g>
  );
}
