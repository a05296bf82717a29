import { styled } from '@mui/material';
import { useId, useMemo } from 'react';
import type { FieldStates } from '../../../descriptor/rules/states.ts';
import { useText } from '../../messages/use-text.ts';
import { cut, DiagramArrow } from './diagram-parts.tsx';
import { layOutStates, STATE_HEIGHT, STATE_WIDTH } from './lay-out-states.ts';

type StatesDiagramProps = {
  states: FieldStates;
  labelOf: (value: unknown) => string;
  title: string;
};

/** The states as boxes and the steps as arrows. The list below says the same to screen readers. */
export function StatesDiagram({ states, labelOf, title }: StatesDiagramProps) {
  const say = useText();
  const arrow = useId();
  const { width, height, boxes, arrows } = useMemo(() => layOutStates(states), [states]);
  return (
    <Picture
      role="img"
      aria-label={title}
      viewBox={`0 0 ${width} ${height}`}
      {...{ width, height }}
    >
      <defs>
        <DiagramArrow id={arrow} color="text.secondary" />
      </defs>
      {arrows.map(({ key, path }) => (
        <path key={key} className="step" d={path} markerEnd={`url(#${arrow})`} />
      ))}
      {boxes.map(({ value, isInitial, x, y }) => (
        <g key={value}>
          <rect
            className={isInitial ? 'state initial' : 'state'}
            {...{ x, y }}
            width={STATE_WIDTH}
            height={STATE_HEIGHT}
            rx={8}
          />
          <text className="name" x={x + STATE_WIDTH / 2} y={y + STATE_HEIGHT / 2 + 5}>
            {cut(labelOf(value), 18)}
          </text>
        </g>
      ))}
      {arrows.map(({ key, action, labelX, labelY }) => (
        <text key={key} className="label" x={labelX} y={labelY}>
          {cut(say(action.label), 18)}
        </text>
      ))}
    </Picture>
  );
}

const Picture = styled('svg')(({ theme: { palette } }) => ({
  display: 'block',
  fontFamily: 'inherit',
  '.state': { fill: palette.background.paper, stroke: palette.text.secondary, strokeWidth: 1 },
  '.initial': { strokeWidth: 2.5, stroke: palette.primary.main },
  '.step': { fill: 'none', stroke: palette.text.secondary, strokeWidth: 1.25 },
  '.name': { fontSize: 14, fontWeight: 650, fill: palette.text.primary, textAnchor: 'middle' },
  '.label': {
    fontSize: 12,
    fill: palette.text.primary,
    textAnchor: 'middle',
    // The ground behind the words, where a line crosses them.
    stroke: palette.background.paper,
    strokeWidth: 4,
    paintOrder: 'stroke',
  },
}));
