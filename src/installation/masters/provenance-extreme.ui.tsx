import { Box } from '@mui/material';
import { ResourceContextProvider } from 'react-admin';
import { defineScreen, fillTemplate, useNumberFormat, useText } from '../../admin/extending.ts';
import { FieldValue } from '../../admin/resource/field-value.tsx';
import { toListPath, toRecordPath } from '../../admin/kit/screen-paths.ts';
import { TextLink } from '../../admin/kit/text-link.tsx';
import { useResource } from '../../admin/kit/use-resource.ts';
import {
  useExtreme,
  whereExtreme,
  type Extraction,
  type ExtremeName,
  type Master,
} from './provenance-reading.ui.ts';
import { texts } from './provenance-texts.ts';

/** The highest and the lowest value of a master, with the measurements that have them. */
export function Extremes({ id, master }: { id: string; master: Master | undefined }) {
  return (['valueMax', 'valueMin'] as const).map((name) => (
    <Extreme key={name} id={id} name={name} value={master?.[name]} unit={master?.unit} />
  ));
}

type ExtremeProps = {
  id: string;
  name: ExtremeName;
  value: number | null | undefined;
  unit: string | null | undefined;
};

/** Leads from the highest or lowest value to the measurements that have it, and on to their places in the studies. */
function Extreme({ id, name, value, unit }: ExtremeProps) {
  const say = useText();
  const write = useNumberFormat();
  const { resource: masters } = useResource('masters');
  const { resource } = useResource('extractions');
  const extremes = useExtreme(id, name, value);
  const label = masters.fields.get(name)?.label;
  if (typeof value !== 'number' || !label || !extremes?.total) return null;
  const more = extremes.total - extremes.data.length;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, alignItems: 'center' }}>
      <span>
        {say(label)}: {[write(value), unit].filter(Boolean).join(' ')}
      </span>
      {extremes.data.map((extraction) => (
        <span key={extraction._id}>
          <TextLink to={toRecordPath(resource, extraction._id)}>{extraction.extractionId}</TextLink>{' '}
          <PageOf extraction={extraction} />
        </span>
      ))}
      {more > 0 && fillTemplate(say(texts.more), { count: write(more) })}
    </Box>
  );
}

/** The place in the study; where it names a page, a button opens the document there. */
export function PageOf({ extraction }: { extraction: Extraction }) {
  const { resource } = useResource('extractions');
  const field = resource.fields.get('page');
  if (!field || !extraction.page) return null;
  return (
    <ResourceContextProvider value="extractions">
      <FieldValue field={field} value={extraction.page} place="list" record={extraction} />
    </ResourceContextProvider>
  );
}

/** The highest or lowest value of a master, which leads to the measurement that has it, or to the list of several. */
function extremeLook(name: ExtremeName) {
  return defineScreen('cell', ({ value, record }) => {
    const write = useNumberFormat();
    // Who may see masters only has no extractions in them.
    return record?.['extractions'] ? (
      <ExtremeLink name={name} value={value} id={record['id']} />
    ) : (
      write(value)
    );
  });
}

export const valueMinLook = extremeLook('valueMin');
export const valueMaxLook = extremeLook('valueMax');

type ExtremeLinkProps = { name: ExtremeName; value: number; id: string };

function ExtremeLink({ name, value, id }: ExtremeLinkProps) {
  const write = useNumberFormat();
  const { resource } = useResource('extractions');
  const extractions = useExtreme(id, name, value);
  const [first] = extractions?.data ?? [];
  if (!extractions || !first) return write(value);
  const where = whereExtreme(id, name, value);
  const isOne = extractions.total === 1;
  const to = isOne ? toRecordPath(resource, first._id) : toListPath(resource, { where });
  return <TextLink to={to}>{write(value)}</TextLink>;
}
