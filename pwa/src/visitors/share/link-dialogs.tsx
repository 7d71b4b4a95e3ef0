import type { User } from '@sunloop/shared-types/ground/user.ts';
import { Modal } from '../../ui/layers/modal.tsx';
import { QrDialog } from './qr-dialog.tsx';
import { referralLink } from './referral-link.ts';
import { ShareWays } from './share-menu.tsx';

type Props = {
  user: Pick<User, 'username' | 'referralCode'>;
  search: { share?: 1; qr?: 1; card?: 1 };
  onClose: () => void;
};

/** The dialogs of the person's link on any page: ways to share, QR code, counter card. */
export function LinkDialogs({ user, search, onClose }: Props) {
  const link = referralLink(window.location.origin, user.referralCode);
  if (link === '') return null;
  const dialog = { link, onClose };
  return (
    <>
      {search.share === 1 && (
        <Modal title="Share your link" onClose={onClose}>
          <ShareWays link={link} onChoose={onClose} />
        </Modal>
      )}
      {search.qr === 1 && <QrDialog {...dialog} />}
      {search.card === 1 && <QrDialog {...dialog} counterName={user.username} />}
    </>
  );
}
