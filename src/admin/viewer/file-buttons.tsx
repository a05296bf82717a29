import CommentsIcon from '@mui/icons-material/ChatBubbleOutline';
import DownloadIcon from '@mui/icons-material/FileDownload';
import { useLocation } from 'react-router-dom';
import { mayDo } from '../../descriptor/access.ts';
import type { Operation } from '../../descriptor/descriptor.ts';
import { withFileOption } from '../../fields/files/file-context.tsx';
import { titleOfFile, type FileValue } from '../../fields/files/file-value.ts';
import { fillTemplate } from '../../fields/problems/fill-template.ts';
import { useConfig } from '../client/config.tsx';
import { useTexts } from '../messages/texts.ts';
import { writeThread } from '../kit/beside/open-threads.ts';
import { ToolButton } from './tool-button.tsx';
import { useLinkUrl } from './use-link-state.ts';
import type { OpenFiles } from './viewer-address.ts';
import { useViewerSize } from './viewer-size.ts';

type CommentButtonProps = { file: FileValue; page: number | undefined } & Pick<OpenFiles, 'place'>;

/** Where the comments have their place beside the file: on the pages of the collection of its record. */
export function CommentButton({ file, place, page }: CommentButtonProps) {
  const texts = useTexts('viewer');
  const { descriptor, role } = useConfig();
  const { hasRoom, isBeside } = useViewerSize();
  const { pathname } = useLocation();
  if (!place || place.past || (hasRoom && !isBeside)) return null;
  const resource = descriptor.resources.get(place.resource);
  const may = (operation: Operation) => resource && mayDo(descriptor, role, resource, operation);
  if (!resource || !pathname.startsWith(`${resource.path}/`)) return null;
  if (!may('comment') || !may('read')) return null;
  const { record } = place;
  const about = { file: file.id, ...(page !== undefined && { page }) };
  return (
    <ToolButton
      label={page === undefined ? texts.comment : fillTemplate(texts.commentPage, { page })}
      onClick={() =>
        writeThread({ resource: resource.name, record, title: titleOfFile(file), place: about })
      }
    >
      <CommentsIcon />
    </ToolButton>
  );
}

export function DownloadButton({ file, place }: { file: FileValue } & Pick<OpenFiles, 'place'>) {
  const texts = useTexts('viewer');
  const url = useLinkUrl(file, place);
  return (
    <ToolButton
      label={texts.download}
      disabled={url === undefined}
      href={url && withFileOption(url, 'download', 'true')}
    >
      <DownloadIcon />
    </ToolButton>
  );
}
