"""The sentences of an explanation in French, with the terms of FIDE's bilingual text of 2016."""

from __future__ import annotations

SENTENCES = {
    "{some} and {last}": "{some} et {last}",
    "{name} ({number})": "{name} ({number})",
    "No. {number}": "N° {number}",
    "nobody": "personne",
    "none": "aucune",
    # The page
    "Round {round}, {edition}": "Ronde {round}, {edition}",
    "Brackets": "Niveaux",
    "Boards": "Échiquiers",
    "The bye": "L'exempt",
    "Players": "Joueurs",
    "Why do {one} and {two} not meet?": "Pourquoi {one} et {two} ne se rencontrent-ils pas ?",
    "Why does {one} not have the bye?": "Pourquoi {one} n'est-il pas exempt ?",
    # Brackets
    "At first the pairs of bracket {bracket} were {pairs}, but with those left over the round could not be "
    "completed. So it was paired again, and all scoregroups below it make one last bracket.": (
        "Les paires du niveau {bracket} étaient d'abord {pairs}, mais avec les joueurs restants "
        "l'appariement de la ronde ne pouvait être achevé. Ce niveau, l'avant-dernier, a donc été "
        "réapparié, et tous les groupes de points inférieurs forment un seul dernier niveau."
    ),
    "This is the collapsed last bracket: all scoregroups below the one before.": (
        "C'est le dernier niveau effondré : tous les groupes de points sous le précédent."
    ),
    "Two brackets were joined, as they could not be paired one by one.": (
        "Deux niveaux ont été réunis, car ils ne pouvaient être appariés l'un après l'autre."
    ),
    "Residents: {players}.": "Résidents : {players}.",
    "Moved-down players: {players}.": "Flotteurs descendants : {players}.",
    "Moved-down players first: S1 is {s1}, and S2 is {s2}.": (
        "Les flotteurs descendants d'abord : S1 est {s1}, et S2 est {s2}."
    ),
    "In the Limbo: {players}.": "Dans la Limbe : {players}.",
    "The remainder: S1 is {s1}, and S2 is {s2}.": "Le niveau résiduel : S1 est {s1}, et S2 est {s2}.",
    "S1 is {s1}, and S2 is {s2}.": "S1 est {s1}, et S2 est {s2}.",
    "After an exchange S1 is {s1}; opposite: {s2}.": ("Après un échange, S1 est {s1} ; en face : {s2}."),
    "After a transposition of S2, opposite S1: {s2}.": ("Après une transposition de S2, face à S1 : {s2}."),
    "Pairs: {pairs}.": "Paires : {pairs}.",
    "{player} is left over in bracket {bracket} and takes the bye.": (
        "{player} n'est pas apparié au niveau {bracket} et est exempt."
    ),
    "{player} is left over in bracket {bracket} and floats down.": (
        "{player} n'est pas apparié au niveau {bracket} et devient flotteur descendant."
    ),
    "Met in full.": "Pleinement respectés.",
    "The steps that made this pairing.": "Les étapes qui ont mené à cet appariement.",
    "{requirement}: at first {first}, in the end {value}.": (
        "{requirement} : d'abord {first}, à la fin {value}."
    ),
    "{article} for downfloaters": "{article} pour les flotteurs descendants",
    "{article} for upfloaters": "{article} pour les flotteurs montants",
    # Boards
    "Board {board}: {white} – {black}": "Échiquier {board} : {white} – {black}",
    "{higher} was moved down to bracket {bracket} and is number {place} of S1; {lower} is number {place} of "
    "S2.": (
        "{higher}, flotteur descendant au niveau {bracket}, est numéro {place} de S1 ; {lower} est numéro "
        "{place} de S2."
    ),
    "In bracket {bracket} {higher} is number {place} of S1, and {lower} is number {place} of S2.": (
        "Au niveau {bracket}, {higher} est numéro {place} de S1, et {lower} est numéro {place} de S2."
    ),
    "In bracket {bracket} {higher}, number {place} of S1, stood opposite {opposite} at first. After a "
    "transposition of S2 it is {lower}.": (
        "Au niveau {bracket}, {higher}, numéro {place} de S1, était d'abord face à {opposite}. Après une "
        "transposition de S2, c'est {lower}."
    ),
    "In bracket {bracket} other moved-down players than at first are paired; {higher} is now number {place} "
    "of S1, opposite {lower}.": (
        "Au niveau {bracket}, d'autres flotteurs descendants qu'au départ sont appariés ; {higher} est "
        "maintenant numéro {place} de S1, face à {lower}."
    ),
    "In bracket {bracket} S1 and S2 exchanged players; {higher} is now number {place} of S1, opposite "
    "{lower}.": (
        "Au niveau {bracket}, S1 et S2 ont échangé des joueurs ; {higher} est maintenant numéro {place} de "
        "S1, face à {lower}."
    ),
    "{player} gets the preferred colour; the other player has no preference.": (
        "La préférence de couleur de {player} est accordée ; l'autre joueur n'en a pas."
    ),
    "Both get the colour they prefer.": "Les deux préférences de couleur sont accordées.",
    "Both have an absolute preference for the same colour; {player} has the wider colour difference.": (
        "Les deux ont une préférence absolue pour la même couleur ; {player} a la différence de couleurs la "
        "plus étendue."
    ),
    "Both prefer the same colour; the preference of {player} is the stronger one.": (
        "Les deux préfèrent la même couleur ; la préférence de {player} est la plus forte."
    ),
    "Both prefer the same colour equally, and their colours never differed; {player} is ranked higher.": (
        "Les deux préfèrent la même couleur avec la même force, et leurs couleurs n'ont jamais différé ; "
        "{player} est le mieux classé."
    ),
    "Neither has a preference. {player} is ranked higher with the odd number {order}, and gets White, the "
    "colour that was drawn.": (
        "Aucun n'a de préférence. {player}, le mieux classé, porte le numéro impair {order} et reçoit les "
        "Blancs, la couleur tirée au sort."
    ),
    "Neither has a preference. {player} is ranked higher with the odd number {order}, and gets Black, the "
    "colour that was drawn.": (
        "Aucun n'a de préférence. {player}, le mieux classé, porte le numéro impair {order} et reçoit les "
        "Noirs, la couleur tirée au sort."
    ),
    "Neither has a preference. {player} is ranked higher with the even number {order}, and gets Black; White "
    "was drawn for the odd ones.": (
        "Aucun n'a de préférence. {player}, le mieux classé, porte le numéro pair {order} et reçoit les "
        "Noirs ; les Blancs ont été tirés au sort pour les numéros impairs."
    ),
    "Neither has a preference. {player} is ranked higher with the even number {order}, and gets White; Black "
    "was drawn for the odd ones.": (
        "Aucun n'a de préférence. {player}, le mieux classé, porte le numéro pair {order} et reçoit les "
        "Blancs ; les Noirs ont été tirés au sort pour les numéros impairs."
    ),
    "{player} has played no game yet and has no preference.": (
        "{player} n'a encore joué aucune partie et n'a pas de préférence."
    ),
    "{player} has had {history}: a mild preference for White.": (
        "{player} a eu {history} : préférence faible pour les Blancs."
    ),
    "{player} has had {history}: a mild preference for Black.": (
        "{player} a eu {history} : préférence faible pour les Noirs."
    ),
    "{player} has had {history}: a strong preference for White.": (
        "{player} a eu {history} : préférence forte pour les Blancs."
    ),
    "{player} has had {history}: a strong preference for Black.": (
        "{player} a eu {history} : préférence forte pour les Noirs."
    ),
    "{player} has had {history}: an absolute preference for White.": (
        "{player} a eu {history} : préférence absolue pour les Blancs."
    ),
    "{player} has had {history}: an absolute preference for Black.": (
        "{player} a eu {history} : préférence absolue pour les Noirs."
    ),
    # The bye and the players
    "{player}, with a score of {score}, takes the bye.": "{player}, avec un score de {score}, est exempt.",
    "{player} takes the bye": "{player} est exempt",
    "{one} takes the bye.": "{one} est exempt.",
    "{player} had the bye in round {round} and may not take it again.": (
        "{player} a été exempt à la ronde {round} et ne peut plus l'être."
    ),
    "{player} won by forfeit in round {round} and may not take the bye.": (
        "{player} a gagné par forfait à la ronde {round} et ne peut être exempt."
    ),
    "{player} received points without playing in round {round} and may not take the bye.": (
        "{player} a reçu des points sans jouer à la ronde {round} et ne peut être exempt."
    ),
    "{player} has a score of {score}.": "{player} a un score de {score}.",
    "{player} has a half-point bye in this round.": "{player} a un bye à ½ point à cette ronde.",
    "{player} has a full-point bye in this round.": "{player} a un bye à 1 point à cette ronde.",
    "{player} does not take part in this round.": "{player} ne participe pas à cette ronde.",
    # Why not
    "{one} and {two} do meet.": "{one} et {two} se rencontrent bien.",
    "{one} and {two} played each other in round {round}.": (
        "{one} et {two} se sont déjà rencontrés à la ronde {round}."
    ),
    "The organiser keeps {one} and {two} apart in this round.": (
        "L'organisateur interdit la rencontre de {one} et {two} à cette ronde."
    ),
    "{one} and {two} both have an absolute preference for White.": (
        "{one} et {two} ont tous deux une préférence absolue pour les Blancs."
    ),
    "{one} and {two} both have an absolute preference for Black.": (
        "{one} et {two} ont tous deux une préférence absolue pour les Noirs."
    ),
    "The bye goes to the lowest possible score, and {one} has more.": (
        "L'exempt a le score le plus bas possible, et {one} a davantage."
    ),
    "With a bye for {one} the round could not be completed.": (
        "Si {one} était exempt, l'appariement de la ronde ne pourrait être achevé."
    ),
    "{player} was paired in bracket {bracket} and would have had to be left over there.": (
        "{player} est apparié au niveau {bracket} ; il aurait fallu ne pas l'y apparier."
    ),
    "{player} was paired in bracket {bracket}; to meet {other}, {player} would have had to float down from "
    "there.": (
        "{player} est apparié au niveau {bracket} ; pour rencontrer {other}, il aurait fallu que {player} en "
        "soit flotteur descendant."
    ),
    "{player} is alone in bracket {bracket}.": "{player} est seul au niveau {bracket}.",
    "In bracket {bracket} there is nobody whom {player} may meet.": (
        "Au niveau {bracket}, {player} ne peut rencontrer personne."
    ),
    "The procedure came to another pairing of bracket {bracket} first.": (
        "La procédure a d'abord trouvé un autre appariement du niveau {bracket}."
    ),
    "If {one} met {two} in bracket {bracket}, {then}.": (
        "Si {one} rencontrait {two} au niveau {bracket}, {then}."
    ),
    "If {player} were left over in bracket {bracket}, {then}.": (
        "Si {player} n'était pas apparié au niveau {bracket}, {then}."
    ),
    "If {player} were paired in bracket {bracket} and {others} left over instead, {then}.": (
        "Si {player} était apparié au niveau {bracket}, et non {others}, {then}."
    ),
    "If {player} were paired in bracket {bracket}, {then}.": (
        "Si {player} était apparié au niveau {bracket}, {then}."
    ),
    "the round could not be completed": "l'appariement de la ronde ne pourrait être achevé",
    "the bye would have to go to a higher score": "il faudrait un exempt au score plus élevé",
    "a requirement would be broken that this bracket keeps: {requirement}": (
        "une exigence que ce niveau respecte serait enfreinte : {requirement}"
    ),
    "With {one} against {two} bracket {bracket} could be paired just as well, but {step}.": (
        "Avec {one} contre {two}, le niveau {bracket} serait aussi bien apparié, mais {step}."
    ),
    "With {player} left over bracket {bracket} could be paired just as well, but {step}.": (
        "Sans {player}, le niveau {bracket} serait aussi bien apparié, mais {step}."
    ),
    "With {player} in a pair bracket {bracket} could be paired just as well, but {step}.": (
        "Avec {player} dans une paire, le niveau {bracket} serait aussi bien apparié, mais {step}."
    ),
    "the choice of moved-down players that was made comes first": (
        "le choix de flotteurs descendants qui a été fait vient avant"
    ),
    "the opponents that the moved-down players got come first": (
        "les adversaires qu'ont reçus les flotteurs descendants viennent avant"
    ),
    "it takes another exchange between S1 and S2, which comes later": (
        "il y faut un autre échange entre S1 et S2, qui vient plus tard"
    ),
    "it takes another order of S2, which comes later": (
        "il y faut un autre ordre de S2, qui vient plus tard"
    ),
    "that pairing comes later in the order in which they are tried": (
        "cet appariement vient plus tard dans l'ordre où ils sont testés"
    ),
    # A round that was published otherwise
    "Round {round} was not published as the rules pair it from the results as they stand now. A result may "
    "have been corrected since, or the pairing may have been changed or made otherwise. What does not follow "
    "from the rules cannot be explained by them.": (
        "La ronde {round} n'a pas été publiée telle que les règles l'apparient d'après les résultats "
        "actuels. Un résultat a pu être corrigé depuis, ou l'appariement modifié ou fait autrement. Ce qui "
        "ne découle pas des règles ne peut être expliqué par elles."
    ),
    "By the rules there is no pairing: {message}": "Selon les règles, il n'y a pas d'appariement : {message}",
    "Published, but not by the rules: {pairs}.": "Publié, mais non selon les règles : {pairs}.",
    "By the rules, but not published: {pairs}.": "Selon les règles, mais non publié : {pairs}.",
    # Criteria
    "The rest of the round can be completed.": "L'appariement du reste de la ronde peut être achevé.",
    "Score differences above 0: {entries}.": "Différences de score supérieures à 0 : {entries}.",
    "Scores of the downfloaters: {entries}.": "Scores des flotteurs descendants : {entries}.",
    "At best, score differences above 0 in the next bracket: {entries}.": (
        "Au mieux, différences de score supérieures à 0 au niveau suivant : {entries}."
    ),
    "At best, scores of those left over in the next bracket: {entries}.": (
        "Au mieux, scores des joueurs non appariés au niveau suivant : {entries}."
    ),
    "Score differences of players with the same downfloat as in the previous round: {entries}.": (
        "Différences de score des flotteurs descendants qui l'étaient à la ronde précédente : {entries}."
    ),
    "Score differences of players with the same upfloat as in the previous round: {entries}.": (
        "Différences de score des flotteurs montants qui l'étaient à la ronde précédente : {entries}."
    ),
    "Score differences of players with the same downfloat as two rounds before: {entries}.": (
        "Différences de score des flotteurs descendants qui l'étaient deux rondes auparavant : {entries}."
    ),
    "Score differences of players with the same upfloat as two rounds before: {entries}.": (
        "Différences de score des flotteurs montants qui l'étaient deux rondes auparavant : {entries}."
    ),
    "the score differences would be greater: {then} instead of {now}": (
        "les différences de score seraient plus grandes : {then} au lieu de {now}"
    ),
    "the downfloaters would have higher scores: {then} instead of {now}": (
        "les flotteurs descendants auraient des scores plus élevés : {then} au lieu de {now}"
    ),
    "the score differences in the next bracket would be greater: {then} instead of {now}": (
        "les différences de score au niveau suivant seraient plus grandes : {then} au lieu de {now}"
    ),
    "those left over in the next bracket would have higher scores: {then} instead of {now}": (
        "les joueurs non appariés au niveau suivant auraient des scores plus élevés : {then} au lieu de {now}"
    ),
    "score differences of players with the same downfloat as in the previous round would be greater: {then} "
    "instead of {now}": (
        "les différences de score des flotteurs descendants qui l'étaient à la ronde précédente seraient "
        "plus grandes : {then} au lieu de {now}"
    ),
    "score differences of players with the same upfloat as in the previous round would be greater: {then} "
    "instead of {now}": (
        "les différences de score des flotteurs montants qui l'étaient à la ronde précédente seraient plus "
        "grandes : {then} au lieu de {now}"
    ),
    "score differences of players with the same downfloat as two rounds before would be greater: {then} "
    "instead of {now}": (
        "les différences de score des flotteurs descendants qui l'étaient deux rondes auparavant seraient "
        "plus grandes : {then} au lieu de {now}"
    ),
    "score differences of players with the same upfloat as two rounds before would be greater: {then} "
    "instead of {now}": (
        "les différences de score des flotteurs montants qui l'étaient deux rondes auparavant seraient plus "
        "grandes : {then} au lieu de {now}"
    ),
    "moved-down players with a downfloat in the previous round would stay unpaired with these scores: {then} "
    "instead of {now}": (
        "des flotteurs descendants qui l'étaient à la ronde précédente resteraient non appariés avec ces "
        "scores : {then} au lieu de {now}"
    ),
    "moved-down players with a downfloat two rounds before would stay unpaired with these scores: {then} "
    "instead of {now}": (
        "des flotteurs descendants qui l'étaient deux rondes auparavant resteraient non appariés avec ces "
        "scores : {then} au lieu de {now}"
    ),
    "a player who may not take the bye would be left over in the next bracket": (
        "un joueur qui ne peut être exempt resterait non apparié au niveau suivant"
    ),
}

# By the English singular: the French singular and plural.
COUNTED = {
    "Bracket {number}, score {scores}: {n} player": (
        "Niveau {number}, score {scores} : {n} joueur",
        "Niveau {number}, score {scores} : {n} joueurs",
    ),
    "Both prefer the same colour equally. The last time that their colours differed, {n} game ago, {white} "
    "had Black and {black} had White; now it is the other way round.": (
        "Les deux préfèrent la même couleur avec la même force. La dernière fois que leurs couleurs ont "
        "différé, il y a {n} partie, {white} avait les Noirs et {black} les Blancs ; c'est maintenant "
        "l'inverse.",
        "Les deux préfèrent la même couleur avec la même force. La dernière fois que leurs couleurs ont "
        "différé, il y a {n} parties, {white} avait les Noirs et {black} les Blancs ; c'est maintenant "
        "l'inverse.",
    ),
    "Bracket {bracket} has {n} player, too many to compare all its pairings at once. No absolute rule "
    "forbids it; a criterion or the order of the pairings decided.": (
        "Le niveau {bracket} compte {n} joueur, trop pour comparer aussitôt tous ses appariements. Aucune "
        "règle absolue ne l'interdit ; un critère ou l'ordre des appariements a décidé.",
        "Le niveau {bracket} compte {n} joueurs, trop pour comparer aussitôt tous ses appariements. Aucune "
        "règle absolue ne l'interdit ; un critère ou l'ordre des appariements a décidé.",
    ),
    "{n} pair is made.": ("{n} paire est formée.", "{n} paires sont formées."),
    "At best {n} player is left over in the next bracket.": (
        "Au mieux, {n} joueur reste non apparié au niveau suivant.",
        "Au mieux, {n} joueurs restent non appariés au niveau suivant.",
    ),
    "At best {n} player is left over in the next bracket, but somebody there may not take the bye.": (
        "Au mieux, {n} joueur reste non apparié au niveau suivant, mais l'un d'eux ne peut être exempt.",
        "Au mieux, {n} joueurs restent non appariés au niveau suivant, mais l'un d'eux ne peut être exempt.",
    ),
    "The player with the bye has {n} unplayed game.": (
        "L'exempt a {n} partie non jouée.",
        "L'exempt a {n} parties non jouées.",
    ),
    "{n} player gets a colour difference beyond +2 or −2.": (
        "{n} joueur obtient une différence de couleurs au-delà de +2 ou −2.",
        "{n} joueurs obtiennent une différence de couleurs au-delà de +2 ou −2.",
    ),
    "{n} player gets the same colour three times in a row.": (
        "{n} joueur obtient la même couleur trois fois de suite.",
        "{n} joueurs obtiennent la même couleur trois fois de suite.",
    ),
    "{n} player does not get the preferred colour.": (
        "{n} joueur n'a pas sa préférence de couleur satisfaite.",
        "{n} joueurs n'ont pas leur préférence de couleur satisfaite.",
    ),
    "{n} player with a strong preference does not get the preferred colour.": (
        "{n} joueur n'a pas sa préférence de couleur forte satisfaite.",
        "{n} joueurs n'ont pas leur préférence de couleur forte satisfaite.",
    ),
    "{n} player gets the same downfloat as in the previous round.": (
        "{n} joueur est flotteur descendant comme à la ronde précédente.",
        "{n} joueurs sont flotteurs descendants comme à la ronde précédente.",
    ),
    "{n} player gets the same upfloat as in the previous round.": (
        "{n} joueur est flotteur montant comme à la ronde précédente.",
        "{n} joueurs sont flotteurs montants comme à la ronde précédente.",
    ),
    "{n} moved-down player with a downfloat in the previous round stays unpaired.": (
        "{n} flotteur descendant qui l'était à la ronde précédente reste non apparié.",
        "{n} flotteurs descendants qui l'étaient à la ronde précédente restent non appariés.",
    ),
    "{n} player gets the same downfloat as two rounds before.": (
        "{n} joueur est flotteur descendant comme deux rondes auparavant.",
        "{n} joueurs sont flotteurs descendants comme deux rondes auparavant.",
    ),
    "{n} player gets the same upfloat as two rounds before.": (
        "{n} joueur est flotteur montant comme deux rondes auparavant.",
        "{n} joueurs sont flotteurs montants comme deux rondes auparavant.",
    ),
    "{n} moved-down player with a downfloat two rounds before stays unpaired.": (
        "{n} flotteur descendant qui l'était deux rondes auparavant reste non apparié.",
        "{n} flotteurs descendants qui l'étaient deux rondes auparavant restent non appariés.",
    ),
    "only {n} pair instead of {now} could be made": (
        "seule {n} paire au lieu de {now} pourrait être formée",
        "seules {n} paires au lieu de {now} pourraient être formées",
    ),
    "{n} player instead of {now} would be left over in the next bracket": (
        "{n} joueur au lieu de {now} resterait non apparié au niveau suivant",
        "{n} joueurs au lieu de {now} resteraient non appariés au niveau suivant",
    ),
    "the bye would go to a player with {n} unplayed game instead of {now}": (
        "l'exempt aurait {n} partie non jouée au lieu de {now}",
        "l'exempt aurait {n} parties non jouées au lieu de {now}",
    ),
    "{n} player instead of {now} would get a colour difference beyond +2 or −2": (
        "{n} joueur au lieu de {now} obtiendrait une différence de couleurs au-delà de +2 ou −2",
        "{n} joueurs au lieu de {now} obtiendraient une différence de couleurs au-delà de +2 ou −2",
    ),
    "{n} player instead of {now} would get the same colour three times in a row": (
        "{n} joueur au lieu de {now} obtiendrait la même couleur trois fois de suite",
        "{n} joueurs au lieu de {now} obtiendraient la même couleur trois fois de suite",
    ),
    "{n} player instead of {now} would not get the preferred colour": (
        "{n} joueur au lieu de {now} n'aurait pas sa préférence de couleur satisfaite",
        "{n} joueurs au lieu de {now} n'auraient pas leur préférence de couleur satisfaite",
    ),
    "{n} player with a strong preference instead of {now} would not get the preferred colour": (
        "{n} joueur au lieu de {now} n'aurait pas sa préférence de couleur forte satisfaite",
        "{n} joueurs au lieu de {now} n'auraient pas leur préférence de couleur forte satisfaite",
    ),
    "{n} player instead of {now} would get the same downfloat as in the previous round": (
        "{n} joueur au lieu de {now} serait flotteur descendant comme à la ronde précédente",
        "{n} joueurs au lieu de {now} seraient flotteurs descendants comme à la ronde précédente",
    ),
    "{n} player instead of {now} would get the same upfloat as in the previous round": (
        "{n} joueur au lieu de {now} serait flotteur montant comme à la ronde précédente",
        "{n} joueurs au lieu de {now} seraient flotteurs montants comme à la ronde précédente",
    ),
    "{n} player instead of {now} would get the same downfloat as two rounds before": (
        "{n} joueur au lieu de {now} serait flotteur descendant comme deux rondes auparavant",
        "{n} joueurs au lieu de {now} seraient flotteurs descendants comme deux rondes auparavant",
    ),
    "{n} player instead of {now} would get the same upfloat as two rounds before": (
        "{n} joueur au lieu de {now} serait flotteur montant comme deux rondes auparavant",
        "{n} joueurs au lieu de {now} seraient flotteurs montants comme deux rondes auparavant",
    ),
}
