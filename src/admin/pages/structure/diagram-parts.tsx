import { Box } from '@mui/material';

/** SVG text does not wrap. */
export function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).trimEnd()}…`;
}

/** The head of an arrow. */
export function DiagramArrow({
  id,
  color,
}: {
  id: string;
  color: 'text.secondary' | 'primary.main';
}) {
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
