import type { User } from '@sunloop/shared-types/ground/user.ts';
import { useRef, useState } from 'react';
import { saveProfile } from '@sunloop/engine/account.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { useOpenForm } from '../../ui/forms/open-forms.ts';
import { showToast } from '../../ui/layers/notices.ts';
import { pictureFault } from './picture-rules.ts';
import { shrinkPicture } from './shrink-picture.ts';
import { useChange } from './use-change.ts';
import { useUserDb } from '../../stored/user-db.ts';
import './picture-field.css';

const DONE = { title: 'Profile updated', description: 'Your picture has been saved.' };

/** The person's picture: chosen, scaled down on this device and sent at once. */
export function PictureField({ user }: { user: User }) {
  const db = useUserDb();
  const input = useRef<HTMLInputElement>(null);
  const { isBusy, run } = useChange({ failed: 'Update failed', done: DONE });

  // Until it is sent, the picture exists only in this page.
  useOpenForm(isBusy);

  const handleFile = async (file: File | undefined) => {
    if (!file) return;
    const fault = pictureFault(file);
    if (fault) return showToast({ ...fault, variant: 'destructive' });
    await run(async () => saveProfile(db, { avatar: await readPicture(file) }));
  };
  return (
    <div className="picture-field">
      <Avatar name={user.username} image={user.avatar} size="xl" />
      <div>
        <div className="row">
          <Button
            variant="quiet"
            size="sm"
            icon="camera"
            isDisabled={isBusy}
            onPress={() => input.current?.click()}
          >
            {isBusy ? 'Saving...' : 'Change picture'}
          </Button>
          {user.avatar && (
            <Button
              variant="bare"
              size="sm"
              isDisabled={isBusy}
              onPress={() => void run(() => saveProfile(db, { avatar: null }))}
            >
              Remove picture
            </Button>
          )}
        </div>
        {user.avatar ? (
          <OpenPicture isShown={user.showsPicture === true} />
        ) : (
          <p className="muted">Any photo up to 5 MB. It is made smaller before it is sent.</p>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label="Choose a picture"
        onChange={(event) => {
          void handleFile(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </div>
  );
}

/** Whether friends who open the person's link see the picture. */
function OpenPicture({ isShown }: { isShown: boolean }) {
  const db = useUserDb();
  const { isBusy, run } = useChange({ failed: 'Update failed' });
  const [wanted, setWanted] = useState(isShown);
  const handleChange = async () => {
    setWanted(!isShown);
    await run(() => saveProfile(db, { showsPicture: !isShown }));
  };
  return (
    <label className="muted">
      <input
        type="checkbox"
        checked={isBusy ? wanted : isShown}
        onChange={() => void handleChange()}
      />{' '}
      Show it to friends who open my link
    </label>
  );
}

async function readPicture(file: File): Promise<string> {
  try {
    return await shrinkPicture(file);
  } catch (error) {
    throw new Error('This picture could not be read. Please try another one.', { cause: error });
  }
}
