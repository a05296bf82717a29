import { Alert, Button } from '@mui/material';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';
import { useConfig } from '../../client/config.tsx';
import { useTexts } from '../../messages/texts.ts';
import { toFilePath } from '../file-bytes.ts';
import { Loading, LoadError, ViewMessage, type FileViewProps } from '../view-message.tsx';
import { openPdf, type OpenedPdf } from './open-pdf.ts';
import { type PageSize, sizeOfPage } from './page-layout.ts';
import { PdfPages } from './pdf-pages.tsx';

/** A PDF with all its pages; only those near the view are drawn. */
export function PdfView(props: FileViewProps) {
  const { file, place } = props;
  const texts = useTexts('viewer');
  const { descriptor } = useConfig();
  const path = toFilePath(descriptor, file, place);
  const opened = useRef<OpenedPdf>(undefined);
  const [shown, setShown] = useState<{ pdf: PDFDocumentProxy; first: PageSize }>();
  const [trouble, setTrouble] = useState<unknown>();
  useEffect(() => {
    let isLeft = false;
    const source = openPdf(path, file.size, setTrouble);
    opened.current = source;
    source.document
      .then(async (pdf) => ({ pdf, first: sizeOfPage(await pdf.getPage(1)) }))
      .then(
        (ready) => !isLeft && setShown(ready),
        (error: unknown) => !isLeft && setTrouble(error),
      );
    return () => {
      isLeft = true;
      source.close();
      setShown(undefined);
    };
  }, [path, file.size]);

  const unreadable = unreadableTexts[(trouble as Error | undefined)?.name ?? ''];
  if (unreadable) return <ViewMessage {...props} severity="error" text={texts[unreadable]} />;
  const retry = (): void => opened.current?.retry();
  if (shown === undefined)
    return trouble ? <LoadError {...props} error={trouble} onRetry={retry} /> : <Loading />;
  return (
    <>
      {trouble !== undefined && (
        <Alert
          severity="error"
          action={
            <Button color="inherit" size="small" onClick={retry}>
              {texts.retry}
            </Button>
          }
        >
          {texts.offline}
        </Alert>
      )}
      <PdfPages {...props} {...shown} />
    </>
  );
}

/** The errors of pdf.js about the document itself, by their names. */
const unreadableTexts: Readonly<Record<string, 'broken' | 'locked'>> = {
  InvalidPDFException: 'broken',
  FormatError: 'broken',
  UnknownErrorException: 'broken',
  PasswordException: 'locked',
};
