/**
 * First texts of the public pages, about what this product stores and for how long. An operator's counsel has to check
 * them: law and the operator's own practice are not known here.
 */
const PRIVACY = `This page says what Sunloop stores about you, why, for how long, and what you can do about it.

# If you have an account
- Your name, email, phone, address and picture, as you typed them, so that you can sign in and be paid.
- The people you refer: name, email, phone and address, so that we can offer them solar power.
- Your rewards and payments, as long as bookkeeping requires.
- Sign-in attempts with email, network address and browser, for {retention.sign_in_attempts_days} days, so that others cannot guess your password.
- A log of who changed what, for {retention.audit_days} days.
- What your device tells us of itself: how many referrals wait on it, their ids and since when, the version of the app and whether the browser protects what is stored; no names. So we can call you before anything is lost. Your profile shows it. Kept for 180 days after we last heard of the device.
- A cookie that keeps you signed in. It ends after {security.session_days} days without use. There are no other cookies and no trackers.

# If somebody referred you, or you asked for a quote
- Your name, email, phone and address, as they were typed, and what came of it, so that we can call you and install your system.
- A request for a quote is deleted {retention.settled_quotes_days} days after it was settled.

# On your own device
The app keeps what it shows you on your phone or computer, so that it works without a connection. Log out to remove it. If you ask for notifications, the maker of your browser brings them to your device, sealed so that nobody on the way can read them, and they name nobody.

# What we never do
We do not sell your data, and nobody who referred you sees more than how far your installation is.

# Your rights
- See and save everything we store about you: open your profile and choose to save your data.
- Have your data corrected or deleted, or tell us not to contact you again: call {general.help_phone} or write to {general.help_email}.`;

const TERMS = `These are the rules of our referral program.

# Referring
- Refer only people who agreed to be contacted by us.
- Nobody can refer themselves. If two people refer the same person, the first one counts.

# Rewards
- A reward is earned when a referral reads Completed. The Rewards page shows what the next one pays, and when it was paid to you.
- Rewards may be taxable. We may ask for a tax form before we pay \${payouts.form_over_dollars} or more in one year.
- We may change what future referrals pay. What you have earned stays yours.

# Your account
- Keep your password to yourself. Tell us if somebody else may know it.
- We may close an account that is used to send us invented people.

# Questions
Call {general.help_phone} or write to {general.help_email}.`;

const ACCESSIBILITY = `Everybody should be able to use Sunloop. We test it against the Web Content Accessibility Guidelines (WCAG) 2.2, level AA.

# What works
- Everything can be done with a keyboard, a screen reader, or by touch.
- Text can be enlarged to 200 % without losing anything.
- Light, dark and high-contrast themes are followed, and motion stops if your device asks for less of it.
- The forms behind a referral link work without scripts.

# If something does not work for you
Call {general.help_phone} or write to {general.help_email}. Tell us what you wanted to do and what stood in the way. We answer within five working days, and meanwhile do it for you by phone.`;

const DESCRIPTION =
  'An empty line parts paragraphs, # begins a heading, - an item of a list, [words](https://…) is a link, and {retention.audit_days} is the value of that setting. Until you change it, this is our first text: have your counsel check it';

export const pages = [
  { key: 'pages.privacy', value: PRIVACY },
  { key: 'pages.terms', value: TERMS },
  { key: 'pages.accessibility', value: ACCESSIBILITY },
].map((page) => ({ ...page, description: DESCRIPTION, category: 'pages' }));
