import {
  Chip,
  Link,
  Stack,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import { Link as RouterLink } from 'react-router-dom';
import { defineRecordTab } from '../../admin/record/define-record-tab.ts';
import { useText } from '../../admin/messages/use-text.ts';
import { toListPath } from '../../admin/kit/screen-paths.ts';
import { useNumber } from '../../admin/kit/use-number.ts';
import { useResource } from '../../admin/kit/use-resource.ts';
import { fillTemplate } from '../../fields/fill-template.ts';
import { TabFrame } from './tab-frame.ui.tsx';
import { texts } from './tab-texts.ts';
import { useReading } from './use-reading.ui.ts';

type Label = {
  key: string;
  name: string;
  type: string | null;
  declared: boolean;
  sources: number;
  values: { value: string; count: number }[];
  more: boolean;
};
type Metas = { total: number; labels: Label[]; more: boolean };

/** What the labels of a project say of its documents. */
function LabelsTab({ id }: { id: string }) {
  const say = useText();
  const reading = useReading<Metas>(id, 'metas', 'sources');
  return (
    <TabFrame reading={reading}>
      {({ total, labels, more }) => (
        <>
          <SourceCounts id={id} total={total} />
          {labels.length === 0 ? (
            <Typography sx={{ color: 'text.secondary' }}>{say(texts.noLabels)}</Typography>
          ) : (
            <LabelTable labels={labels} total={total} />
          )}
          {more && <Typography variant="caption">{say(texts.more)} …</Typography>}
        </>
      )}
    </TabFrame>
  );
}

export const labelsTab = defineRecordTab({ Tab: LabelsTab });

/** All sources, and those with a document in tagtog, each the way to their list. */
function SourceCounts({ id, total }: { id: string; total: number }) {
  const say = useText();
  const number = useNumber();
  const { resource, find } = useResource('sources');
  const tagged = useReading<{ total: number }>(
    id,
    'sources?tagtog=true&_perPage=1&_fields=_id',
    'sources',
  );
  const inTagtog = tagged.answer?.total;
  return (
    <Stack direction="row" spacing={2}>
      <Link component={RouterLink} to={toListPath(resource, { project: id })}>
        {fillTemplate(say(texts.sources), { count: number(total) })}
      </Link>
      {find('tagtog.id') && inTagtog !== undefined && (
        <Link
          component={RouterLink}
          to={toListPath(resource, { project: id, 'tagtog.id_nnull': true })}
        >
          {fillTemplate(say(texts.inTagtog), { count: number(inTagtog) })}
        </Link>
      )}
    </Stack>
  );
}

function LabelTable({ labels, total }: Pick<Metas, 'labels' | 'total'>) {
  const say = useText();
  const number = useNumber();
  return (
    <TableContainer tabIndex={0} role="group" aria-label={say(texts.labels)}>
      <Table size="small" aria-label={say(texts.labels)}>
        <TableHead>
          <TableRow>
            <TableCell scope="col">{say(texts.label)}</TableCell>
            <TableCell scope="col">{say(texts.type)}</TableCell>
            <TableCell scope="col" align="right">
              {say(texts.carriedBy)}
            </TableCell>
            <TableCell scope="col">{say(texts.values)}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {labels.map((label) => (
            <TableRow key={label.key}>
              <TableCell>
                {label.name}
                {!label.declared && (
                  <Typography variant="caption" sx={{ display: 'block', color: 'text.secondary' }}>
                    {say(texts.undeclared)}
                  </Typography>
                )}
              </TableCell>
              <TableCell>{label.type}</TableCell>
              <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
                {number(label.sources)} / {number(total)}
              </TableCell>
              <TableCell>
                <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 0.5 }}>
                  {label.values.map(({ value, count }) => (
                    <Chip key={value} size="small" label={`${value}: ${number(count)}`} />
                  ))}
                  {label.more && say(texts.more)}
                </Stack>
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
