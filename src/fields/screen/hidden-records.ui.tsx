import { Box, Chip } from '@mui/material';
import { useTranslate } from 'react-admin';

type HiddenRecordsProps = { ids: readonly string[]; onRemove: () => void };

/** Records a field refers to that its editor may not see: they stay unless somebody takes them out here. */
export function HiddenRecords({ ids, onRemove }: HiddenRecordsProps) {
  const translate = useTranslate();
  if (ids.length === 0) return null;
  return (
    <Box sx={{ mt: 0.5, mb: 1 }}>
      <Chip
        size="small"
        variant="outlined"
        label={translate('values.reference.not_visible', { smart_count: ids.length })}
        title={ids.join(', ')}
        onDelete={onRemove}
      />
    </Box>
  );
}
