import { ImportChooser } from '../../files/import-chooser.tsx';
import { useTransferTexts } from '../../views/transfer/transfer-texts.ts';
import { ToolFrame } from '../../kit/tool-frame.tsx';

/** A file into any collection. */
export function ImportCard() {
  const { import: title, tools } = useTransferTexts();
  return (
    <ToolFrame title={title} lead={tools.importLead}>
      <ImportChooser />
    </ToolFrame>
  );
}
