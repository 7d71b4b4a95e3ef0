import type { CurrentUser } from '@sunloop/shared-types/ground/user.ts';
import { SignInAgainDialog } from '../../accounts/session/sign-in-again-dialog.tsx';
import { HelpDialog } from '../../ground/help/help-dialog.tsx';
import { tellInstall } from '../../ground/install/tell-install.ts';
import { AddedDialog } from '../../referrals/add/added-dialog.tsx';
import { AddReferralDialog } from '../../referrals/add/add-referral-dialog.tsx';
import { ReceiptPart } from '../../referrals/receipts/receipt-part.tsx';
import { ReferralDialog } from '../../referrals/details/referral-dialog.tsx';
import { OwnTodayCount } from '../../referrals/add/today-count.tsx';
import { MoneyDays, MoneyLine } from '../../program/rewards/money-line.tsx';
import { LinkDialogs } from '../../visitors/share/link-dialogs.tsx';
import { OtherWays } from '../../visitors/share/other-ways.tsx';
import { HandOverButton } from '../../referrals/courier/hand-over-button.tsx';
import { LogoutDialog } from '../../accounts/session/logout-dialog.tsx';
import type { Logout } from '../../accounts/session/use-logout.ts';
import { referralLink } from '../../visitors/share/referral-link.ts';
import { forgetFriend } from '@sunloop/engine/forget.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { attempt } from '../attempt.ts';
import type { ShellSearch } from './shell-search.ts';
import { useDialed } from '../use-dialed.ts';
import { useReading } from '../use-reading.ts';
import { useUserDb } from '../../stored/user-db.ts';

type Props = {
  user: CurrentUser;
  search: ShellSearch;
  logout: Logout;
  onClose: () => void;
};

/** The dialogs that may open over any page; loaded with the first of them. */
export function ShellDialogs({ user, search, logout, onClose }: Props) {
  const db = useUserDb();
  const ladder = useReading('ladder');
  const whenPaid = ladder.kind === 'ready' ? ladder.data.whenPaid : undefined;
  const dial = useDialed(search.help === 1 ? user.helpPhone : undefined);
  const isCustomer = user.role !== 'admin';
  const link = referralLink(window.location.origin, user.referralCode);
  return (
    <>
      {search.add === 1 && (
        <AddReferralDialog mayTake={user.mayTake} onSaved={() => tellInstall(db)} onClose={onClose}>
          <OtherWays hasLink={Boolean(user.referralCode)}>
            <ButtonLink to="/referrals" search={{ upload: 1 }} variant="quiet" icon="upload">
              Contacts or text
            </ButtonLink>
          </OtherWays>
          <OwnTodayCount />
        </AddReferralDialog>
      )}
      {search.today === 1 && <AddedDialog onClose={onClose} />}
      <LinkDialogs user={user} search={search} onClose={onClose} />
      <ReferralDialog
        id={search.referral}
        link={link}
        money={isCustomer && <MoneyLine ladder={ladder} isBeside />}
        renderReceipt={(row) => <ReceiptPart row={row} />}
        onForget={(id) => attempt({ failed: 'Not forgotten' }, () => forgetFriend(db, id))}
        onClose={onClose}
      />
      {search.help === 1 && (
        <HelpDialog
          whenPaid={whenPaid}
          money={isCustomer && <MoneyDays ladder={ladder} />}
          onClose={onClose}
          phone={user.helpPhone}
          dial={dial}
          email={user.helpEmail}
        />
      )}
      {search.signIn === 1 && <SignInAgainDialog user={user} onClose={onClose} />}
      <LogoutDialog logout={logout} handOver={<HandOverButton />} />
    </>
  );
}
