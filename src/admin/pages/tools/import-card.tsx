import { ImportChooser } from '../../files/import-chooser.tsx';
import { ToolFrame } from '../../kit/tool-frame.tsx';
import { useTexts } from '../../messages/texts.ts';

/** A file into any collection. */
export function ImportCard() {
  const { import: title, tools } = useTexts('transfer');
  return (
    <ToolFrame title={title} lead={tools.importLead}>
      <ImportChooser />
    </ToolFrame>
  );
}
