import { Box, Typography } from '@mui/material';
import type { Descriptor } from '../../../descriptor/descriptor.ts';
import { FactsTable } from '../../kit/facts-table.tsx';
import { QueryState } from '../../kit/loading/query-state.tsx';
import { useNumberFormat } from '../../kit/formats/use-number-format.ts';
import { usePermissionCosts } from './use-structure.ts';
import { useTexts } from '../../messages/texts.ts';
import { useLabels } from '../../kit/use-i18n.ts';

/** What row permissions cost the lists, and which writes judge the checks over other records. */
export function PermissionCostsView({ descriptor }: { descriptor: Descriptor }) {
  const { costs } = useTexts('structure');
  const { ofRole, ofResource, ofResources } = useLabels(descriptor);
  const write = useNumberFormat();
  const { data, error } = usePermissionCosts();
  if (error || !data) return <QueryState error={error} isPending loading={costs.loading} />;
  const namesOf = (names: readonly string[]): string => ofResources(names) || '–';
  const { lists, checks } = data;
  if (lists.length + checks.length === 0) return null;
  return (
    <Box component="section" sx={{ mt: 3 }}>
      <Typography variant="h2">{costs.title}</Typography>
      <Typography sx={{ mb: 1, color: 'text.secondary' }}>{costs.lead}</Typography>
      {lists.length > 0 && (
        <FactsTable
          label={costs.lists}
          columns={[
            costs.role,
            costs.list,
            costs.asks,
            { label: costs.factor, align: 'right' },
            costs.whole,
          ]}
          rows={lists.map(({ role, resource, reads, factor, scans }) => ({
            key: `${role} ${resource}`,
            cells: [
              ofRole(role),
              ofResource(resource),
              namesOf(reads),
              `${write(factor)} ×`,
              scans
                .map((scan) => `${ofResource(scan.resource)} (${write(scan.rows)})`)
                .join(', ') || '–',
            ],
          }))}
        />
      )}
      {checks.length > 0 && (
        <Box sx={{ mt: 2 }}>
          <FactsTable
            label={costs.checks}
            columns={[costs.list, costs.check, costs.judgedWith, costs.reads]}
            rows={checks.map(({ resource, index, expression, judgedWith, reads }) => ({
              key: `${resource} ${index}`,
              cells: [
                ofResource(resource),
                <code key="check">{expression}</code>,
                namesOf(judgedWith),
                namesOf(reads),
              ],
            }))}
          />
        </Box>
      )}
    </Box>
  );
}
