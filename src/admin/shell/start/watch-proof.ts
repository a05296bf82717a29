import { onProofAsked, settleProof } from '../../client/account/proof.ts';
import { blockPage } from './hide-page.ts';

let stop = (): void => undefined;

/** Opens a dialog over the page while a call waits for a proof of who the user is. */
export function watchProof(): void {
  // The server puts the installation's name here; pages change the title later.
  const product = document.title;

  async function ask(): Promise<void> {
    const release = blockPage();
    try {
      const { drawProof } = await import('../lock/draw-proof.tsx');
      settleProof(await drawProof(product));
    } catch (cause) {
      console.error('Could not ask for a proof', cause);
      // The call is refused as it was.
      settleProof(false);
    } finally {
      release();
    }
  }

  stop();
  stop = onProofAsked(() => void ask());
}
