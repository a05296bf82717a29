import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';
import type { Descriptor } from '../../../descriptor/descriptor.ts';
import { DiagramBox } from './diagram-box.tsx';
import { DiagramEdges } from './diagram-edges.tsx';
import { layOutDiagram, type Edge } from './lay-out-diagram.ts';
import { useRecordCounts } from './use-structure.ts';
import { useWords } from './words.ts';

/** The resources with what they refer to, as a picture and as a list that says the same. */
export function DiagramTab({ descriptor }: { descriptor: Descriptor }) {
  const { tell } = useWords();
  const diagram = useMemo(() => layOutDiagram(descriptor), [descriptor]);
  const { data: counts } = useRecordCounts();
  const [looked, setLooked] = useState<string>();
  const { width, height, boxes, edges } = diagram;
  return (
    <>
      <Card sx={{ overflow: 'auto', maxHeight: { md: '75dvh' } }}>
        <Box
          component="svg"
          role="group"
          aria-label={tell('picture.title')}
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
              count={counts?.[box.resource.name] ?? undefined}
              onLook={setLooked}
            />
          ))}
        </Box>
      </Card>
      <Typography variant="h2" sx={{ mt: 3, mb: 1 }}>
        {tell('picture.references')}
      </Typography>
      <ReferenceList descriptor={descriptor} edges={edges} />
    </>
  );
}

function ReferenceList({ descriptor, edges }: { descriptor: Descriptor; edges: readonly Edge[] }) {
  const { tell, say } = useWords();
  const name = (resource: string): string => say(descriptor.resources.get(resource)!.label);
  if (edges.length === 0) return <Typography>{tell('picture.none')}</Typography>;
  return (
    <Box component="ul" sx={{ m: 0, pl: 2.5, columns: '22rem', fontSize: '0.875rem' }}>
      {edges.map(({ from, to, field, many }) => (
        <li key={`${from}.${field.name}`}>
          {tell(many ? 'picture.many' : 'picture.one', {
            from: name(from),
            field: say(field.label),
            to: name(to),
          })}
        </li>
      ))}
    </Box>
  );
}
