import AddIcon from '@mui/icons-material/Add';
import FileDownloadIcon from '@mui/icons-material/FileDownload';
import FileUploadIcon from '@mui/icons-material/FileUpload';
import { Box, Button } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { Link, useNavigate } from 'react-router-dom';
import { HintButton } from '../../layout/hint-button.tsx';
import { toCreatePath } from '../screen-paths.ts';
import { useResource } from '../use-resource.ts';
import { ColumnsButton } from '../../grid/columns/columns-button.tsx';
import { toImportPath } from '../transfer/import-path.ts';
import { useExport } from './use-export.ts';

/** What can be done with the list as a whole, as far as the role may. */
export function ListActions() {
  const { resource, may } = useResource();
  const translate = useTranslate();
  const navigate = useNavigate();
  const { exportList, isExporting } = useExport();
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, ml: 'auto' }}>
      <ColumnsButton />
      {may('export') && (
        <Action label={translate('list.export')} isBusy={isExporting} onClick={() => exportList()}>
          <FileDownloadIcon />
        </Action>
      )}
      {may('import') && (
        <Action
          label={translate('list.import')}
          onClick={() => void navigate(toImportPath(resource))}
        >
          <FileUploadIcon />
        </Action>
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
    </Box>
  );
}

type ActionProps = { label: string; isBusy?: boolean; onClick: () => void; children: ReactNode };

function Action({ label, isBusy = false, onClick, children }: ActionProps) {
  return (
    <HintButton label={label} aria-busy={isBusy} loading={isBusy} onClick={onClick}>
      {children}
    </HintButton>
  );
}
