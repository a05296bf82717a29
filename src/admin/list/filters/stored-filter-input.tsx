import { Box, Checkbox, FormControlLabel, FormHelperText } from '@mui/material';
import { useMemo } from 'react';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { filterPaths, type FilterPath } from '../../../descriptor/filter/filter-paths.ts';
import { useConfig } from '../../client/config.tsx';
import { BuilderGroup, newTerm, withItem } from './builder-group.tsx';
import { noFilter, type StoredFilter } from './stored-filter.ts';

type StoredFilterInputProps = {
  label: string;
  resource: Resource;
  /** The user chooses among the fields that this role may filter by. */
  role: string;
  /** Leaves out paths that the setting cannot use. */
  offers?: (path: FilterPath) => boolean;
  value: StoredFilter;
  error?: boolean;
  helperText?: string;
  onChange: (value: StoredFilter) => void;
};

/** Limits a setting to some records, by the conditions that lists offer. */
export function StoredFilterInput(props: StoredFilterInputProps) {
  const { label, resource, role, offers, value, error = false, helperText, onChange } = props;
  const { descriptor } = useConfig();
  const { tree, unreadable } = value;
  const paths = useMemo(() => {
    const all = filterPaths({ descriptor, role, resource });
    return offers ? all.filter(offers) : all;
  }, [descriptor, role, resource, offers]);
  const hasFilter = unreadable !== undefined || tree.items.length > 0;
  return (
    <Box role="group" aria-label={label}>
      <FormControlLabel
        control={<Checkbox size="small" />}
        checked={hasFilter}
        onChange={(_, isChecked) =>
          onChange(isChecked ? { tree: { join: 'and', items: [newTerm] } } : noFilter)
        }
        label={label}
        slotProps={{ typography: { variant: 'body2' } }}
      />
      {helperText && (
        <FormHelperText error={error} sx={{ m: 0, mb: 1 }}>
          {helperText}
        </FormHelperText>
      )}
      {unreadable && (
        <Box component="code" sx={{ overflowWrap: 'anywhere' }}>
          {JSON.stringify(unreadable)}
        </Box>
      )}
      {tree.items.length > 0 && (
        <Box sx={{ mt: 1.5 }}>
          <BuilderGroup
            tree={tree}
            path={[]}
            paths={paths}
            onChange={(path, item) => onChange({ tree: withItem(tree, path, item) })}
          />
        </Box>
      )}
    </Box>
  );
}
