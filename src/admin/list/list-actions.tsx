import AddIcon from '@mui/icons-material/Add';
import TrashIcon from '@mui/icons-material/DeleteOutline';
import FileDownloadIcon from '@mui/icons-material/FileDownload';
import FileUploadIcon from '@mui/icons-material/FileUpload';
import HistoryIcon from '@mui/icons-material/History';
import { Box, Button } from '@mui/material';
import { useState } from 'react';
import { useListContext, useTranslate } from 'react-admin';
import { Link, useNavigate } from 'react-router-dom';
import { lazyPart } from '../kit/lazy-part.tsx';
import { HintButton } from '../shell/layout/hint-button.tsx';
import type { Filters } from '../client/list-query.ts';
import { toCreatePath, toImportPath, toTrashPath } from '../kit/screen-paths.ts';
import { useResource } from '../kit/use-resource.ts';
import { ColumnsButton } from './grid/columns/columns-button.tsx';
import { ExportDialog } from '../kit/lazy-export-dialog.ts';

const AsOfDialog = lazyPart(() => import('./as-of-dialog.tsx'), 'AsOfDialog');

/** On a narrow screen the tools take a second line. */
const toolsSx = {
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  alignItems: 'center',
  gap: 0.5,
  ml: 'auto',
} as const;

/** What the user can do with the list as a whole, as far as the role allows. */
export function ListActions() {
  const { resource, may } = useResource();
  const translate = useTranslate();
  const navigate = useNavigate();
  const { filterValues } = useListContext();
  const [isDating, setDating] = useState(false);
  const [isExporting, setExporting] = useState(false);
  return (
    <Box sx={toolsSx}>
      <ColumnsButton />
      {may('history') && (
        <HintButton
          label={translate('list.as_of')}
          aria-haspopup="dialog"
          onClick={() => setDating(true)}
        >
          <HistoryIcon />
        </HintButton>
      )}
      {isDating && <AsOfDialog onClose={() => setDating(false)} />}
      {may('export') && (
        <HintButton label={translate('list.export')} onClick={() => setExporting(true)}>
          <FileDownloadIcon />
        </HintButton>
      )}
      {may('import') && (
        <HintButton
          label={translate('list.import')}
          onClick={() => void navigate(toImportPath(resource))}
        >
          <FileUploadIcon />
        </HintButton>
      )}
      {may('delete') && resource.trash.days > 0 && (
        <HintButton
          label={translate('undo.trash')}
          onClick={() => void navigate(toTrashPath(resource))}
        >
          <TrashIcon />
        </HintButton>
      )}
      {may('create') && (
        <Button
          variant="contained"
          startIcon={<AddIcon />}
          component={Link}
          to={toCreatePath(resource)}
          sx={{ ml: 0.5 }}
        >
          {translate('list.create')}
        </Button>
      )}
      {isExporting && (
        <ExportDialog
          chosen={{ filter: filterValues as Filters }}
          onClose={() => setExporting(false)}
        />
      )}
    </Box>
  );
}
