import type { FacetBin } from '../../../contract/lists.ts';
import { Box, Slider } from '@mui/material';
import { useRef, useState, type PointerEvent } from 'react';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { decimalsOf } from '../../../fields/type/decimals-of.ts';
import type { Field } from '../../../fields/type/field.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import { showFigure } from '../../resource/show-figure.ts';
import { Status } from '../../kit/status/status.tsx';
import { toBinItems, type FacetRange } from './use-facet.ts';
import { FacetOptions, type FacetProps } from './facet-values.tsx';
import { useTexts } from '../../messages/texts.ts';
import { Hint } from '../../kit/hint.tsx';

/** The distribution of numbers. The user chooses a range of bins by dragging over the bars or by the two ends below. */
export function FacetHistogram({ field, facet, view }: FacetProps<'histogram'>) {
  const texts = useTexts('facets');
  const { say, language } = useI18n();
  const { bins, bounds } = facet;
  const chosen = toBins(bins, view.choice.ranges[0]);
  const [pulled, setPulled] = useState<readonly [number, number]>();
  const [from, to] = pulled ?? chosen ?? [0, bins.length];
  const edges = [...bins.map((bin) => bin.from), bins.at(-1)?.to ?? 0];
  const isEach = isNumberEach(field, bins);
  const write = (edge: number): string => showFigure(field, Number(edges[edge] ?? 0), language);
  const writeEnd = (edge: number): string => write(isEach ? edge - 1 : edge);
  const end = isEach
    ? { label: texts.to, range: toName(write(from), writeEnd(to)) }
    : {
        label: texts.below,
        range: fillTemplate(texts.range, { from: write(from), to: write(to) }),
      };
  const choose = (first: number, last: number): void => {
    setPulled(undefined);
    const isAll = first === 0 && last === bins.length;
    const range = { from: edges[first], to: edges[last] };
    view.choose(() => (isAll ? [] : toBinItems(field.name, range)));
  };
  const label = say(field.label);
  return (
    <>
      {bins.length > 0 && (
        <>
          <Bars {...{ bins, from, to, write, writeEnd }} onPull={setPulled} onChoose={choose} />
          {bins.length > 1 && (
            <Slider
              size="small"
              disableSwap
              min={0}
              max={bins.length}
              value={[from, to]}
              getAriaLabel={(at) => fillTemplate(at === 0 ? texts.from : end.label, { label })}
              getAriaValueText={(edge, at) => (at === 0 ? write(edge) : writeEnd(edge))}
              onChange={(_, value) => setPulled(toRange(value))}
              onChangeCommitted={(_, value) => choose(...toRange(value))}
              sx={{ display: 'block', mx: '7px', width: 'calc(100% - 14px)', py: 1 }}
            />
          )}
          <Hint component="div" variant="caption" sx={endsSx}>
            {pulled || chosen ? (
              <Status as="span">{end.range}</Status>
            ) : (
              <>
                <span>{write(0)}</span>
                {(bins.length > 1 || !isEach) && <span>{writeEnd(bins.length)}</span>}
              </>
            )}
          </Hint>
        </>
      )}
      <Bounds count={bounds} />
      <FacetOptions {...{ field, facet, view }} most={0} isNone={bins.length === 0} />
    </>
  );
}

/** How many values are in no bin, as they are below or above a limit. */
function Bounds({ count = 0 }: { count: number | undefined }) {
  const texts = useTexts('facets');
  return count > 0 ? (
    <Hint component="div" variant="caption">
      {fillTemplate(texts.bounds, { count })}
    </Hint>
  ) : null;
}

type BarsProps = {
  bins: readonly FacetBin[];
  from: number;
  to: number;
  /** The edge at this place. */
  write: (edge: number) => string;
  /** The last value before the edge at this place, where each bin is one value. */
  writeEnd: (edge: number) => string;
  onPull: (range: readonly [number, number]) => void;
  onChoose: (from: number, to: number) => void;
};

/** For users who see and point; the ends below say and do the same for the keyboard. */
function Bars({ bins, from, to, write, writeEnd, onPull, onChoose }: BarsProps) {
  const texts = useTexts('facets');
  const start = useRef<number>(undefined);
  const most = Math.max(1, ...bins.map(({ count }) => count));
  const binAt = ({ clientX, currentTarget }: PointerEvent): number => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const at = Math.floor(((clientX - left) / width) * bins.length);
    return Math.max(0, Math.min(at, bins.length - 1));
  };
  const rangeTo = (at: number): [number, number] => {
    const first = start.current ?? at;
    return [Math.min(first, at), Math.max(first, at) + 1];
  };
  return (
    <Box
      aria-hidden
      data-bars
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = binAt(event);
        onPull(rangeTo(start.current));
      }}
      onPointerMove={(event) => {
        if (start.current !== undefined) onPull(rangeTo(binAt(event)));
      }}
      onPointerUp={(event) => {
        if (start.current !== undefined) onChoose(...rangeTo(binAt(event)));
        start.current = undefined;
      }}
      sx={barsSx}
    >
      {bins.map(({ from: edge, count }, index) => (
        <Box
          key={edge}
          title={`${toName(write(index), writeEnd(index + 1))}: ${count}\n${texts.all}`}
          sx={{
            flex: 1,
            // A bar with any records stays visible, however few they are beside the most.
            height: count === 0 ? 0 : `max(3px, ${(count / most) * 100}%)`,
            bgcolor: index >= from && index < to ? 'primary.main' : 'action.disabled',
            borderRadius: '2px 2px 0 0',
          }}
        />
      ))}
    </Box>
  );
}

/** Bins of one number each are called by it; an end is then the last number, and not the one after it. */
function isNumberEach(field: Field, bins: readonly FacetBin[]): boolean {
  const decimals = decimalsOf(field);
  if (decimals === undefined) return false;
  const digit = 10 ** -decimals;
  return bins.every((bin) => Number(bin.to) - Number(bin.from) < digit * 1.5);
}

function toName(from: string, to: string): string {
  return from === to ? from : `${from} – ${to}`;
}

/** The first bin of a range and the one after its last; undefined without a range. */
function toBins(bins: readonly FacetBin[], range: FacetRange | undefined) {
  if (!range || bins.length === 0) return undefined;
  const from = Number(range.from ?? -Infinity);
  const to = Number(range.to ?? Infinity);
  const first = bins.findIndex((bin) => Number(bin.to) > from);
  const beyond = bins.findIndex((bin) => Number(bin.from) >= to);
  return [first < 0 ? bins.length : first, beyond < 0 ? bins.length : beyond];
}

function toRange(value: number | readonly number[]): [number, number] {
  const [first = 0, last = first] = [value].flat();
  // At least one bin: a range without bins finds nothing.
  return last > first ? [first, last] : [Math.min(first, last), Math.min(first, last) + 1];
}

// The start of the first bar, and the end of the last.
const endsSx = { display: 'flex', justifyContent: 'space-between', gap: 1 };

const barsSx = {
  display: 'flex',
  alignItems: 'flex-end',
  gap: '1px',
  height: 64,
  mx: '7px',
  cursor: 'ew-resize',
  touchAction: 'pan-y',
};
