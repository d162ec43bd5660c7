import type { MailTexts } from './mail-texts.ts'

const by = (isByOwner: boolean): string => (isByOwner ? '' : ' par un administrateur')

export const fr: MailTexts = {
  greeting: name => `Bonjour ${name},`,
  reset: ({ login, platform, url }) => ({
    subject: `Un nouveau mot de passe pour ${platform}`,
    paragraphs: [
      `quelqu’un, sans doute vous, souhaite choisir un nouveau mot de passe pour votre compte ${login} sur ${platform}.`,
      'Si c’est bien vous, ouvrez cette adresse dans l’heure ; elle ne sert qu’une fois :',
      url,
      'Sinon, ne faites rien : votre mot de passe reste le même.',
    ],
  }),
  welcome: ({ login, platform, url, forgottenUrl }) => ({
    subject: `Bienvenue sur ${platform}`,
    paragraphs: [
      `un compte a été créé pour vous sur ${platform}. Votre identifiant est ${login}.`,
      'Ouvrez cette adresse dans les sept jours pour choisir votre mot de passe ; elle ne sert qu’une fois :',
      url,
      'Passé ce délai, demandez un autre message ici :',
      forgottenUrl,
    ],
  }),
  passwordChanged: ({ login, platform, isByOwner, forgottenUrl }) => ({
    subject: `Votre mot de passe pour ${platform} a été changé`,
    paragraphs: [
      `le mot de passe de votre compte ${login} sur ${platform} a été changé${by(isByOwner)}.`,
      'Si vous êtes au courant, vous n’avez rien à faire.',
      'Sinon, quelqu’un d’autre utilise peut-être votre compte : choisissez aussitôt un autre mot de passe, supprimez les clés d’accès qui ne sont pas les vôtres et prévenez les administrateurs de la plateforme.',
      forgottenUrl,
    ],
  }),
  addressLeft: ({ login, platform, isByOwner }) => ({
    subject: `Votre compte sur ${platform} a une autre adresse e-mail`,
    paragraphs: [
      `l’adresse e-mail de votre compte ${login} sur ${platform} a été changée${by(isByOwner)} : celle-ci n’en fait plus partie.`,
      'Si vous êtes au courant, vous n’avez rien à faire.',
      'Sinon, quelqu’un d’autre utilise peut-être votre compte. Les messages pour un nouveau mot de passe vont à l’autre adresse : prévenez aussitôt les administrateurs de la plateforme.',
    ],
  }),
  addressTaken: ({ login, platform, isByOwner }) => ({
    subject: `L’adresse e-mail de votre compte sur ${platform}`,
    paragraphs: [
      `cette adresse a été indiquée${by(isByOwner)} comme celle du compte ${login} sur ${platform} ; les messages de la plateforme arrivent désormais ici.`,
      'Si ce compte n’est pas le vôtre, prévenez les administrateurs de la plateforme.',
    ],
  }),
}
