import type { ChoiceValue } from '../../../fields/type/choice-list.ts';
import { requireEntry } from '../../../fields/require-entry.ts';
import { styled } from '@mui/material';
import { useId, useMemo } from 'react';
import type { FieldStates, Transition } from '../../../descriptor/rules/states.ts';
import { useText } from '../../messages/use-text.ts';
import { cut, DiagramArrow } from './diagram-parts.tsx';

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

type StateBox = { value: ChoiceValue; isInitial: boolean; x: number; y: number };

type StepArrow = {
  key: string;
  action: Transition;
  path: string;
  /** The middle of the label. */
  labelX: number;
  labelY: number;
};

const STATE_WIDTH = 148;
const STATE_HEIGHT = 44;
const COLUMN_GAP = 116;
const ROW_HEIGHT = 84;
const MARGIN = 24;

/**
 * Places states in columns from left to right, by the number of steps from an initial state. Steps to the right lead
 * from side to side, steps to the next state below straight down; all others lead below, each on a line of its own.
 */
function layOutStates({ all, initial, transitions }: FieldStates) {
  const ranks = ranksOf({ all, initial, transitions });
  const columns = new Map<number, ChoiceValue[]>();
  for (const value of all) {
    const rank = requireEntry(ranks, value);
    columns.set(rank, [...(columns.get(rank) ?? []), value]);
  }
  const boxes = new Map<ChoiceValue, StateBox>();
  for (const [rank, values] of columns)
    values.forEach((value, row) =>
      boxes.set(value, {
        value,
        isInitial: initial.includes(value),
        x: MARGIN + rank * (STATE_WIDTH + COLUMN_GAP),
        y: MARGIN + row * ROW_HEIGHT,
      }),
    );
  const rows = Math.max(...[...columns.values()].map(({ length }) => length));
  const floor = MARGIN + (rows - 1) * ROW_HEIGHT + STATE_HEIGHT;
  let below = 0;
  const arrows = transitions.flatMap((action) =>
    action.step.from.map((from): StepArrow => {
      const [start, end] = [requireEntry(boxes, from), requireEntry(boxes, action.step.to)];
      const key = `${action.name} ${from}`;
      if (ranks.get(action.step.to) === requireEntry(ranks, from) + 1)
        return { key, action, ...sideways(start, end) };
      if (start.x === end.x && end.y - start.y === ROW_HEIGHT)
        return { key, action, ...downward(start, end) };
      below += 1;
      return { key, action, ...around(start, end, floor + below * 30) };
    }),
  );
  return {
    width: 2 * MARGIN + columns.size * STATE_WIDTH + (columns.size - 1) * COLUMN_GAP,
    height: floor + below * 30 + MARGIN,
    boxes: [...boxes.values()],
    arrows,
  };
}

function ranksOf({ all, initial, transitions }: FieldStates): Map<ChoiceValue, number> {
  const ranks = new Map<ChoiceValue, number>(initial.map((value) => [value, 0]));
  // The loop also visits the entries added here.
  for (const [value, rank] of ranks)
    for (const { step } of transitions)
      if (step.from.includes(value) && !ranks.has(step.to)) ranks.set(step.to, rank + 1);
  // No step leads there.
  for (const value of all) if (!ranks.has(value)) ranks.set(value, 0);
  return ranks;
}

function sideways(from: StateBox, to: StateBox) {
  const [startX, startY] = [from.x + STATE_WIDTH, from.y + STATE_HEIGHT / 2];
  const [endX, endY] = [to.x, to.y + STATE_HEIGHT / 2];
  const bend = (endX - startX) / 2;
  return {
    path: `M${startX},${startY} C${startX + bend},${startY} ${endX - bend},${endY} ${endX},${endY}`,
    labelX: startX + bend,
    labelY: (startY + endY) / 2 - 6,
  };
}

function downward(from: StateBox, to: StateBox) {
  const x = from.x + STATE_WIDTH / 2 + 30;
  const [startY, endY] = [from.y + STATE_HEIGHT, to.y];
  return { path: `M${x},${startY} V${endY}`, labelX: x + 40, labelY: (startY + endY) / 2 + 4 };
}

function around(from: StateBox, to: StateBox, y: number) {
  const startX = from.x + STATE_WIDTH / 2 - 14;
  const endX = to.x + STATE_WIDTH / 2 + 14;
  const path = `M${startX},${from.y + STATE_HEIGHT} V${y} H${endX} V${to.y + STATE_HEIGHT}`;
  return { path, labelX: (startX + endX) / 2, labelY: y - 5 };
}
