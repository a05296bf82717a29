import { screen, type openScreen } from './screen.tsx';

/** Puts cells of a spreadsheet into the page of an import. */
export async function pasteRows(
  user: Awaited<ReturnType<typeof openScreen>>['user'],
  text: string,
): Promise<void> {
  await user.click(await screen.findByLabelText('Or paste cells from a spreadsheet here'));
  await user.paste(text);
  await user.click(screen.getByRole('button', { name: 'Use pasted cells' }));
}
