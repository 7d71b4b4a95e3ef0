import { create } from 'zustand';
import { ApiError } from '@sunloop/engine/api/problems.ts';

type Asking = {
  /** Told whether the person proved who they are; undefined while nobody is asked. */
  settle: ((isProved: boolean) => void) | undefined;
};

/** Whether the person is asked again who they are; `AskAgainPart` shows the question. */
export const useAskAgain = create<Asking>(() => ({ settle: undefined }));

/** Asked once, however many calls wait for it. */
let asking: Promise<boolean> | undefined;

function askWhoItIs(): Promise<boolean> {
  asking ??= new Promise((resolve) => {
    const settle = (isProved: boolean) => {
      asking = undefined;
      useAskAgain.setState({ settle: undefined });
      resolve(isProved);
    };
    useAskAgain.setState({ settle });
  });
  return asking;
}

/** Does something; if the server wants to know first who the person is, asks them, and does it again once they proved it. */
export async function askingAgain<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isAsked = error instanceof ApiError && error.code === 'password_needed';
    if (!isAsked || !(await askWhoItIs())) throw error;
    return work();
  }
}
