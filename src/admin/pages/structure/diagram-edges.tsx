import Box from '@mui/material/Box';
import type { Edge } from './lay-out-diagram.ts';

/** The references as lines with arrows; those of the box one looks at stand out. The list below says the same. */
export function DiagramEdges({
  edges,
  looked,
}: {
  edges: readonly Edge[];
  looked: string | undefined;
}) {
  return (
    <g aria-hidden>
      <defs>
        <Arrow id="reference" color="text.secondary" />
        <Arrow id="looked-reference" color="primary.main" />
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

function Arrow({ id, color }: { id: string; color: 'text.secondary' | 'primary.main' }) {
  return (
    <marker
      id={id}
      viewBox="0 0 8 8"
      refX="8"
      refY="4"
      markerWidth="8"
      markerHeight="8"
      markerUnits="userSpaceOnUse"
      orient="auto"
    >
      <Box component="path" d="M0,0 L8,4 L0,8 z" sx={{ color, fill: 'currentColor' }} />
    </marker>
  );
}
