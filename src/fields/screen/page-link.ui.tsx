import OpenPageIcon from '@mui/icons-material/FindInPageOutlined';
import { IconButton, Tooltip } from '@mui/material';
import { useResourceContext } from 'react-admin';
import { useOpenPage } from '../files/file-context.tsx';
import { useFieldTexts } from './texts.ui.ts';
import { fillTemplate } from '../problems/fill-template.ts';

type PageLinkProps = {
  page: number;
  /** The field that has the file: `document`, or `source.document` behind a reference. */
  path: string;
  record: Readonly<Record<string, unknown>>;
};

/** Opens a file of the record at a page. */
export function PageLink({ page, path, record }: PageLinkProps) {
  const texts = useFieldTexts();
  const resource = useResourceContext();
  const openPage = useOpenPage();
  if (resource === undefined) return null;
  const label = fillTemplate(texts.openPage, { page });
  return (
    <Tooltip title={label}>
      <IconButton
        size="small"
        aria-label={label}
        sx={{ p: 0.25, my: -0.5, displayPrint: 'none' }}
        onClick={(event) => {
          event.stopPropagation();
          openPage({ resource, record, path }, page);
        }}
      >
        <OpenPageIcon fontSize="small" />
      </IconButton>
    </Tooltip>
  );
}
