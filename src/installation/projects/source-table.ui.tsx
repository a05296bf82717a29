import {
  Link,
  Pagination,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { Sparkline } from '../../admin/pages/dashboard/sparkline.tsx';
import { Ago } from '../../admin/kit/ago.tsx';
import { useText } from '../../admin/messages/use-text.ts';
import { toRecordPath } from '../../admin/kit/screen-paths.ts';
import { useNumber } from '../../admin/kit/use-number.ts';
import { useResource } from '../../admin/kit/use-resource.ts';
import { TabFrame } from './tab-frame.ui.tsx';
import { texts } from './tab-texts.ts';
import { useReading } from './use-reading.ui.ts';

type OfSource = {
  _id: string;
  title: string;
  lastActive: string;
  changes: number;
  months: { month: string; count: number }[];
};
type Sources = { data: OfSource[]; total: number; pageCount: number };

/** The sources of the project, those first that nothing has happened to for longest. */
export function SourceTable({ id }: { id: string }) {
  const say = useText();
  const number = useNumber();
  const { resource } = useResource('sources');
  const [page, setPage] = useState(1);
  const reading = useReading<Sources>(id, `activity/sources?_page=${page}`, 'sources');
  return (
    <TabFrame reading={reading}>
      {({ data, total, pageCount }) =>
        total === 0 ? (
          <Typography sx={{ color: 'text.secondary' }}>{say(texts.noSources)}</Typography>
        ) : (
          <>
            <TableContainer>
              <Table size="small" aria-label={say(texts.idle)}>
                <TableHead>
                  <TableRow>
                    <TableCell scope="col">{say(texts.source)}</TableCell>
                    <TableCell scope="col" align="right">
                      {say(texts.changes)}
                    </TableCell>
                    <TableCell scope="col">{say(texts.months)}</TableCell>
                    <TableCell scope="col" align="right">
                      {say(texts.lastActive)}
                    </TableCell>
                  </TableRow>
                </TableHead>
                <TableBody>
                  {data.map((source) => (
                    <TableRow key={source._id}>
                      <TableCell sx={{ minWidth: 200 }}>
                        <Link component={RouterLink} to={toRecordPath(resource, source._id)}>
                          {source.title}
                        </Link>
                      </TableCell>
                      <TableCell align="right">{number(source.changes)}</TableCell>
                      <TableCell>
                        <Sparkline values={toYear(source)} />
                      </TableCell>
                      <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
                        <Ago moment={source.lastActive} />
                      </TableCell>
                    </TableRow>
                  ))}
                </TableBody>
              </Table>
            </TableContainer>
            {pageCount > 1 && (
              <Pagination
                count={pageCount}
                page={page}
                onChange={(_, next) => setPage(next)}
                aria-label={say(texts.pages)}
                sx={{ justifySelf: 'end' }}
              />
            )}
          </>
        )
      }
    </TabFrame>
  );
}

/** The last twelve months, this one last. */
function toYear({ months }: OfSource): number[] {
  const now = new Date();
  return Array.from({ length: 12 }, (_, at) => {
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 11 + at, 1));
    const month = first.toISOString().slice(0, 7);
    return months.find((each) => each.month === month)?.count ?? 0;
  });
}
