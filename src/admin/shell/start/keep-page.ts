/** A file that is dropped where nothing takes it would replace the page, and what the user has typed. */
export function keepPageFromFiles(): void {
  for (const type of ['dragover', 'drop'] as const) addEventListener(type, refuseFiles);
}

function refuseFiles(event: DragEvent): void {
  const { dataTransfer } = event;
  if (event.defaultPrevented || !dataTransfer?.types.includes('Files')) return;
  event.preventDefault();
  dataTransfer.dropEffect = 'none';
}
